import { execFileSync } from 'node:child_process';
import { expect, test } from '@jest/globals';

/** The local days of three times in three places. */
const SCRIPT = `
  import * as v from 'valibot';
  import { TimeSchema } from '@portal/api/wire';
  const day = (time) => v.parse(TimeSchema, time).toLocaleDateString('de-DE', { dateStyle: 'medium' });
  console.log(JSON.stringify(['America/New_York', 'UTC', 'Asia/Tokyo'].map((place) => {
    process.env.TZ = place;
    return ['2026-11-21', '2026-11-21T00:30:00Z', '2026-11-21T23:30:00Z'].map(day);
  })));
`;

test('a date without a time is that day everywhere; a time is the local day', () => {
  // In a process of its own: what a test sets in its environment does not change its time zone.
  const options = { cwd: import.meta.dirname, encoding: 'utf8' } as const;
  expect(JSON.parse(execFileSync(process.execPath, ['--input-type=module', '--eval', SCRIPT], options))).toEqual([
    ['21.11.2026', '20.11.2026', '21.11.2026'],
    ['21.11.2026', '21.11.2026', '21.11.2026'],
    ['21.11.2026', '21.11.2026', '22.11.2026'],
  ]);
});

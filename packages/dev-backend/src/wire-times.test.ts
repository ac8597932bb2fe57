import { execFileSync } from 'node:child_process';
import { expect, test } from '@jest/globals';

const SCRIPT = `
  import * as v from 'valibot';
  import { TimeSchema } from '@portal/api/wire';
  const day = (time) => v.parse(TimeSchema, time).toLocaleDateString('de-DE', { dateStyle: 'medium' });
  console.log(JSON.stringify(['2026-11-21', '2026-11-21T00:30:00Z', '2026-11-21T23:30:00Z'].map(day)));
`;

/** The local days of three times. Runs in a new process, because a running process cannot change its time zone. */
function daysIn(timeZone: string): unknown {
  const options = { cwd: import.meta.dirname, env: { ...process.env, TZ: timeZone }, encoding: 'utf8' } as const;
  return JSON.parse(execFileSync(process.execPath, ['--input-type=module', '--eval', SCRIPT], options));
}

test.each([
  ['America/New_York', ['21.11.2026', '20.11.2026', '21.11.2026']],
  ['UTC', ['21.11.2026', '21.11.2026', '21.11.2026']],
  ['Asia/Tokyo', ['21.11.2026', '21.11.2026', '22.11.2026']],
])('in %s a date without a time is that day; a time is the local day', (timeZone, days) => {
  expect(daysIn(timeZone)).toEqual(days);
});

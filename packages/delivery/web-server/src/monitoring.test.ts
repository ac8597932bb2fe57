import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { SamplePortal } from './testing/sample-portal.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const portal = new SamplePortal();
/** Names of the metrics that the server gives out, with what belongs to a histogram. */
const given = new Set<string>();
/** Those of the portal alone. */
let own: readonly string[];

beforeAll(async () => {
  const { metricsUrl } = await portal.start({ metricsPort: 0, processMetrics: true });
  const text = await (await fetch(metricsUrl ?? '')).text();
  for (const [, name = '', type] of text.matchAll(/^# TYPE (\S+) (\w+)$/gm)) {
    given.add(name);
    if (type === 'histogram') for (const end of ['bucket', 'sum', 'count']) given.add(`${name}_${end}`);
  }
  own = [...text.matchAll(/^# TYPE (portal_\S+) /gm)].map(([, name = '']) => name);
});
afterAll(() => portal.remove());

const read = (file: string) => readFile(join(ROOT, file), 'utf8');
const namesIn = (text: string) => [...new Set(text.match(/\b(?:portal|nodejs|process)_\w+/g))];

test.each(['grafana-dashboard.json', 'alert-rules.yaml', 'alert-rules.test.yaml'])(
  '%s names only metrics that a server gives out',
  async (file) => {
    const names = namesIn(await read(`operations/monitoring/${file}`));
    expect(names.length).toBeGreaterThan(10);
    expect(names.filter((name) => !given.has(name))).toEqual([]);
  },
);

test('docs/web-server.md explains each metric of the portal', async () => {
  const names = namesIn(await read('docs/web-server.md'));
  expect(own.filter((name) => !names.includes(name))).toEqual([]);
});

import { serialize } from 'node:v8';
import { expect, test } from '@jest/globals';
import { Registry } from 'prom-client';
import { Figures } from './figures.ts';
import { createReportedPart, OpenVisits } from './open-visits.ts';
import { Senders } from './senders.ts';
import { Totals } from './version-totals.ts';
import { VisitTable } from './visit-table.ts';

test('rows beyond the limit take the place of the oldest', () => {
  const { rows } = new VisitTable(() => 0);
  const nothing = { visits: 0, failed: [], loads: [], networks: { failed: 0, slow: 0 } };
  const intervals = 7000;
  for (let interval = 0; interval < intervals; interval += 1)
    for (let part = 0; part < 10; part += 1)
      rows.use({ release: 1, interval: interval * 4, part: `mfe-${part}`, version: '1.0.0', ...nothing });
  expect(rows.size).toBeLessThanOrEqual(50_000);
  expect(rows.list().at(-1)).toMatchObject({ interval: (intervals - 1) * 4, part: 'mfe-9' });
});

test('visits beyond the limit take the place of those that began first, and all go after an hour', () => {
  const visits = new OpenVisits();
  const view = { release: 1, versions: new Map<string, string>(), fallbacks: new Set<string>() };
  const begin = (place: number, at: number) =>
    visits.begin(`page ${place}`, { id: `token ${place}`, at, release: 1, view: 'AbCdEfGhIjKl' }, view, at);
  for (let place = 0; place < 20_100; place += 1) begin(place, 1000);
  expect([visits.size, visits.known('page 99'), visits.known('page 100')]).toEqual([
    20_000,
    undefined,
    expect.anything(),
  ]);
  begin(0, 1000 + 3600);
  expect(visits.size).toBe(1);
});

test('a visit with as many and as long errors as count needs no more than is said', () => {
  const visits = new OpenVisits();
  const versions = new Map(Array.from({ length: 6 }, (_, index) => [`mfe-${index}`, '1.0.0']));
  const view = { release: 1, versions, fallbacks: new Set<string>() };
  const visit = visits.begin('page', { id: 'token', at: 0, release: 1, view: 'AbCdEfGhIjKl' }, view, 0);
  if (!visit) throw new Error('no visit');
  const figures = new Figures(() => 0, new Registry());
  for (const [part, version] of versions) {
    const told = createReportedPart();
    visit.reported.set(`${part}@${version}`, told);
    for (let error = 0; error < 20; error += 1) {
      const message = `Error ${'漢字 '.repeat(60)}`.slice(0, 190) + String(error);
      const position = `${'x'.repeat(80)}.0123456789abcdef.js:1:${error}`;
      const report = { part, version, failure: 'crashed', message, position } as const;
      figures.count({
        visit,
        reported: told,
        report,
        isReleased: true,
        sender: { isNew: () => true, hasTrouble: () => undefined },
      });
    }
    expect(told.errors.size).toBe(10);
  }
  expect(serialize([...visit.reported]).length).toBeLessThan(visits.bytes);
});

test('tokens of one page, and versions beyond the limit, take no more memory either', async () => {
  const visits = new OpenVisits();
  const view = { release: 1, versions: new Map<string, string>(), fallbacks: new Set<string>() };
  const begin = (place: number) =>
    visits.begin('page', { id: `token ${place}`, at: 0, release: 1, view: 'AbCdEfGhIjKl' }, view, 0);
  for (let place = 0; place < 20_000; place += 1) begin(place);
  const { bytes } = visits;
  begin(20_000);
  expect(visits.bytes).toBe(bytes);

  const registry = new Registry();
  const totals = new Totals(registry);
  for (let patch = 0; patch < 250; patch += 1) totals.expect('mfe-hubs', `1.0.${patch}`);
  const metrics = await registry.metrics();
  for (const name of ['visits_total', 'failed_visits_total', 'load_seconds_count']) {
    const lines = metrics.matchAll(
      new RegExp(`^portal_part_${name}\\{part="mfe-hubs",version="1.0.(\\d+)"\\} 0$`, 'gm'),
    );
    expect([...lines].map(([, patch]) => Number(patch))).toEqual(Array.from({ length: 200 }, (_, index) => index + 50));
  }
  expect(metrics).not.toMatch(/version="1\.0\.49",failure/);
});

test('addresses beyond the limit take the place of those that sent first, and all go after an hour', () => {
  let now = 0;
  const senders = new Senders(() => now);
  for (let host = 0; host < 20_100; host += 1) senders.countVisit(`10.${host >> 8}.${host & 255}.1`, 'mfe-hubs@1.0.0');
  expect(senders.size).toBe(20_000);
  now = 60 * 60 * 1000;
  senders.countVisit('203.0.113.7', 'mfe-hubs@1.0.0');
  expect(senders.size).toBe(1);
});

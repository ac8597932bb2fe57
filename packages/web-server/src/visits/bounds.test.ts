import { expect, test } from '@jest/globals';
import { OpenVisits } from './open-visits.ts';
import { Senders } from './senders.ts';
import { VisitRows } from './visit-rows.ts';

test('rows beyond the limit take the place of the oldest', () => {
  const rows = new VisitRows();
  const slots = 7000;
  for (let slot = 0; slot < slots; slot += 1)
    for (let part = 0; part < 10; part += 1) rows.row(1, slot * 4, `mfe-${part}`, '1.0.0', slot * 4);
  expect(rows.size).toBeLessThanOrEqual(50_000);
  expect(rows.list(0, slots * 4).at(-1)).toMatchObject({ slot: (slots - 1) * 4, part: 'mfe-9' });
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

test('addresses beyond the limit take the place of those that sent first, and all go after an hour', () => {
  let now = 0;
  const senders = new Senders(() => now);
  for (let host = 0; host < 20_100; host += 1) senders.countVisit(`10.0.${host >> 8}.${host & 255}`, 'mfe-hubs@1.0.0');
  expect(senders.size).toBe(20_000);
  now = 60 * 60 * 1000;
  senders.countVisit('203.0.113.7', 'mfe-hubs@1.0.0');
  expect(senders.size).toBe(1);
});

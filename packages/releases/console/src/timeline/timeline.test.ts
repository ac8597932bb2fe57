import { describe, expect, test } from '@jest/globals';
import type { VisitRow } from '@portal/contract/visits';
import type { HistoryEntry } from '@portal/release/operations/read-history';
import { sampleRow } from '@portal/release-watcher/testing';
import { lastDay, STEPS } from './day.ts';
import { lane, scalesFor, summarize } from './lane.ts';
import { timeline } from './timeline.ts';

/** 2026-11-23, 12:00 UTC. */
const NOON = Date.UTC(2026, 10, 23, 12);
const MINUTE = 60_000;

const at = (minutesAgo: number, changes: Partial<VisitRow>) =>
  sampleRow({ interval: (NOON - minutesAgo * MINUTE) / 1000, ...changes });

function entry(
  number: number,
  minutesAgo: number,
  changes: Extract<HistoryEntry, { state: 'intact' }>['changes'],
): HistoryEntry {
  const time = new Date(NOON - minutesAgo * MINUTE).toISOString();
  const who = { by: 'anna', reason: 'x', breakGlass: false } as const;
  return { state: 'intact', number, at: time, ...who, action: 'promote', urgent: false, changes };
}

const getDay = (rows: readonly VisitRow[], history: readonly HistoryEntry[] = []) => {
  const [day] = lastDay(['mfe-hubs'], rows, history, NOON);
  if (!day) throw new Error('there is a day for each part');
  return day;
};

const FAST = [9, 0, 0, 0, 0, 0, 0, 0, 0];

describe('the day of a part', () => {
  test('has the failures and load times of each half hour, over all versions', () => {
    const day = getDay([
      at(20, { visits: 10, failed: [[0, 1]], loads: FAST }),
      at(10, {
        version: '1.1.0',
        visits: 10,
        failed: [
          [0, 1],
          [2, 2],
        ],
        loads: FAST,
      }),
      at(70, { part: 'mfe-legal', visits: 99 }),
    ]);
    expect(day.steps).toHaveLength(STEPS);
    expect(day.steps.at(-1)).toMatchObject({ rate: 0.2, load: 100, figures: { visits: 20, failed: 4 } });
    expect(day.steps.at(-2)).toMatchObject({ rate: undefined, figures: { visits: 0 } });
  });

  test('has no line where too few visits would make one of chance', () => {
    expect(getDay([at(20, { visits: 9, failed: [[0, 9]] })]).steps.at(-1)).toMatchObject({ rate: undefined });
  });

  test('has the releases that changed the part', () => {
    const { marks } = getDay(
      [],
      [
        entry(5, 10, [{ name: 'mfe-hubs', kind: 'canary', from: '1.1.0', to: null, fromPercent: 10 }]),
        entry(4, 60, [{ name: 'mfe-hubs', kind: 'canary', from: null, to: '1.1.0', percent: 10 }]),
        entry(3, 90, [{ name: 'mfe-legal', kind: 'live', from: '1.0.0', to: '1.1.0' }]),
        { state: 'damaged', number: 2, problem: 'x', skippedBy: null },
        entry(1, 25 * 60, [{ name: 'mfe-hubs', kind: 'live', from: null, to: '1.0.0' }]),
      ],
    );
    expect(marks.map(({ number, what }) => `${String(number)}: ${what}`)).toEqual([
      '5: 1.1.0 ends',
      '4: 1.1.0 at 10 %',
    ]);
  });
});

describe('a lane', () => {
  test('is read out as a sentence', () => {
    const day = getDay(
      [at(100, { visits: 10, failed: [[0, 5]] }), at(20, { visits: 100, failed: [[0, 1]], loads: FAST })],
      [entry(4, 60, [{ name: 'mfe-hubs', kind: 'live', from: '1.0.0', to: '1.1.0' }])],
    );
    expect(summarize(day)).toMatch(/50\.0\u00A0% .*10:00.* 1\.00\u00A0%.* 100\u00A0ms.* 4 \(1\.1\.0\) at 11:00/);
    expect(summarize(getDay([]))).not.toMatch(/\d/);
  });

  test('draws without any style attribute, which the policy would refuse', () => {
    const day = getDay(
      [at(20, { visits: 10, failed: [[0, 1]] })],
      [entry(4, 60, [{ name: 'mfe-hubs', kind: 'live', from: '1.0.0', to: '1.1.0' }])],
    );
    const { text } = lane(day, scalesFor([day]));
    expect(text).not.toContain('style=');
    expect(text).toContain('role="img" aria-labelledby="lane-mfe-hubs"');
    expect(text).toMatch(/<path class="failures" d="M47 \d+\.\dH48"/);
    expect(text).toMatch(/<line class="mark" x1="95\.8%"/);
    expect(text).toMatch(/text-anchor="end"\s*>\s*4: 1\.1\.0/);
  });

  test('labels the newest of releases that are close to each other', () => {
    const change = [{ name: 'mfe-hubs', kind: 'live', from: '1.0.0', to: '1.1.0' }] as const;
    const day = getDay([], [entry(5, 600, change), entry(4, 610, change), entry(3, 900, change)]);
    const { text } = lane(day, scalesFor([day]));
    expect(text.match(/<line class="mark"/g)).toHaveLength(3);
    expect([...text.matchAll(/(\d): 1\.1\.0/g)].map(([, number]) => number)).toEqual(['5', '3']);
    expect(text.match(/class="wide-only"/g)).toHaveLength(1);
  });
});

test('parts in which nothing happened share one sentence, and the table has all figures', () => {
  const rows = [at(20, { visits: 3, failed: [[0, 1]] }), at(20, { part: 'shell', visits: 5 })];
  const { text } = timeline(lastDay(['shell', 'mfe-hubs', 'mfe-legal'], rows, [], NOON));
  expect(text).toContain('Shell, Legal.');
  expect(text.match(/class="lane"/g)).toHaveLength(1);
  expect(text.replaceAll(/\s+/g, ' ')).toContain(
    'Hubs, 11:30</th> <td role="cell" data-label="Visits" class="numerals">3</td>',
  );
  expect(text).toContain('Shell, 11:30');
});

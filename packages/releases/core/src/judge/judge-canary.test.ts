import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { visitRow } from '@portal/contract/sample-visits';
import type { VisitRow } from '@portal/contract/visits';
import { LOAD_SECONDS, INTERVAL_SECONDS } from '@portal/contract/visits';
import type { Batch } from './hypergeometric.ts';
import { OddsRatios } from './hypergeometric.ts';
import { describeJudgement, describeTimes } from './describe-judgement.ts';
import { isClearlyWorse, judgeCanary } from './judge-canary.ts';

const START = 1_800_000_000;
const QUESTION = { part: 'mfe-hubs', canary: '1.3.0', baseline: '1.0.0', sinceRelease: 7 };

/** Visits of an interval, counted from the first; all loads are fast unless `loads` says otherwise. */
const row = (version: string, interval: number, visits: number, changes: Partial<VisitRow> = {}): VisitRow =>
  visitRow({ release: 7, interval: START + interval * INTERVAL_SECONDS, version, visits, ...changes });
/** One web server, looked at when so many intervals have ended. */
const server = (rows: readonly VisitRow[], ended = 1000, instance = 'a') => ({
  instance,
  at: new Date((START + ended * INTERVAL_SECONDS) * 1000).toISOString(),
  rows: [...rows],
});
const judge = (rows: readonly VisitRow[], ended?: number) => judgeCanary([server(rows, ended)], QUESTION);
const intervals = (count: number, make: (interval: number) => readonly VisitRow[]) =>
  Array.from({ length: count }, (_, interval) => make(interval)).flat();

describe('a canary', () => {
  test('that fails for everybody is worse after ten visits', () => {
    const rows = intervals(10, (interval) => [
      row('1.3.0', interval, 1, { failed: [[0, 1]] }),
      row('1.0.0', interval, 1),
    ]);
    const judgement = judge(rows);
    expect(judgement).toMatchObject({
      verdict: 'worse',
      because: 'failures',
      failures: { canary: { visits: 10, failed: 10 }, baseline: { visits: 10, failed: 0 } },
    });
    expect(describeJudgement(judgement, 'Hubs')).toMatch(
      /^Hubs 1\.3\.0 failed in 10 of 10 visits, 1\.0\.0 in 0 of 10 visits at the same time; at most 1 in [\d,]+ healthy canaries ever looks so\.$/,
    );
  });

  test.each([
    ['failures', { failed: 7, slow: 10 }, 'inconclusive'],
    ['failures', { failed: 8, slow: 0 }, 'worse'],
    ['slow loads', { failed: 10, slow: 7 }, 'inconclusive'],
    ['slow loads', { failed: 0, slow: 8 }, 'worse'],
  ])('is worse once eight networks have reported %s: %j', (what, networks, verdict) => {
    const slow = LOAD_SECONDS.map(() => 0).concat(1);
    const changes = what === 'failures' ? { failed: [[0, 1]] satisfies VisitRow['failed'] } : { loads: slow };
    const none = { failed: 0, slow: 0 };
    const rows = intervals(20, (interval) => [
      row('1.3.0', interval, 1, { ...changes, networks: interval === 0 ? networks : none }),
      row('1.0.0', interval, 8, { networks: none }),
    ]);
    expect(judge(rows).verdict).toBe(verdict);
  });

  test.each([
    ['too few visits', [147, 0], [1453, 0]],
    ['failures of both', [300, 9], [2000, 50]],
    ['more failures than the other', [500, 12], [4000, 40]],
    ['few visits of the other', [400, 0], [60, 1]],
  ] as const)(
    'with %s names the least visits without a failure that make it no worse',
    (_, [visits, failed], [others, otherFailed]) => {
      const before = [
        row('1.3.0', 0, visits, { failed: [[0, failed]] }),
        row('1.0.0', 0, others, { failed: [[0, otherFailed]] }),
      ];
      const { verdict, missing } = judge(before);
      if (!missing) throw new Error('an inconclusive judgement has missing visits');
      const after = (canary: number, baseline: number) =>
        judge([...before, row('1.3.0', 1, canary), row('1.0.0', 1, baseline)]).verdict;
      const { canary, baseline } = missing;
      const fewer = [[canary - 1, baseline] as const, [canary, baseline - 1] as const].filter(
        (each) => Math.min(...each) >= 0,
      );
      expect([verdict, after(canary, baseline)]).toEqual(['inconclusive', 'no-worse']);
      expect(fewer.map((each) => after(...each))).toEqual(fewer.map(() => 'inconclusive'));
    },
  );

  test('says how many visits are missing', () => {
    const judgement = judge([row('1.3.0', 0, 147), row('1.0.0', 0, 1453)]);
    expect(judgement.missing).toEqual({ canary: 2, baseline: 0 });
    expect(describeJudgement(judgement)).toMatch(/\b2 more visits of 1\.3\.0\b/);
  });

  test('is not blamed for an hour in which everything fails', () => {
    const rows = intervals(50, (interval) => [
      row('1.3.0', interval, 5, { failed: [[0, interval < 25 ? 5 : 0]] }),
      row('1.0.0', interval, 20, { failed: [[0, interval < 25 ? 20 : 0]] }),
    ]);
    expect(judge(rows)).toMatchObject({ verdict: 'inconclusive', oneIn: 1 });
  });

  test('is not taken for no worse because the others had most of their visits in an outage', () => {
    // A share of 10 % while a third of all visits fail, then 50 %: all others together fail more often than the canary.
    const rows = [
      ...intervals(40, (interval) => [
        row('1.3.0', interval, 1, { failed: [[0, interval % 3 === 0 ? 1 : 0]] }),
        row('1.0.0', interval, 9, { failed: [[0, 3]] }),
      ]),
      ...intervals(60, (interval) => [
        row('1.3.0', 40 + interval, 5, { release: 8, failed: [[0, interval % 20 === 0 ? 2 : 0]] }),
        row('1.0.0', 40 + interval, 5, { release: 8 }),
      ]),
    ];
    const judgement = judge(rows);
    expect(judgement.failures).toMatchObject({
      canary: { visits: 340, failed: 20 },
      baseline: { visits: 660, failed: 120 },
    });
    expect(judgement.verdict).not.toBe('no-worse');
  });

  test('that fails no more often than the others is no worse, after enough visits', () => {
    const rows = (count: number) =>
      intervals(count, (interval) => [row('1.3.0', interval, 2), row('1.0.0', interval, 20)]);
    expect(judge(rows(40)).verdict).toBe('inconclusive');
    expect(judge(rows(100)).verdict).toBe('no-worse');
  });

  test('whose failures come later is found, too', () => {
    const rows = intervals(10, (interval) => [
      row('1.3.0', interval, 2, { failed: [[4, 2]] }),
      row('1.0.0', interval, 18),
    ]);
    expect(judge(rows, 4)).toMatchObject({ verdict: 'inconclusive', failures: { canary: { failed: 0 } } });
    expect(judge(rows, 10)).toMatchObject({ verdict: 'worse', failures: { canary: { failed: 12 } } });
  });

  test('that loads in 0.2 s where the others need 0.1 s is not slow; one that needs two seconds is', () => {
    const loads = (bound: number, visits: number) =>
      LOAD_SECONDS.map((each) => (each === bound ? visits : 0)).concat(0);
    const rows = (bound: number) =>
      intervals(20, (interval) => [
        row('1.3.0', interval, 2, { loads: loads(bound, 2) }),
        row('1.0.0', interval, 8, { loads: loads(0.1, 8) }),
      ]);
    expect(judge(rows(0.25))).toMatchObject({ verdict: 'inconclusive', oneIn: 1 });
    const slow = judge(rows(2));
    expect(slow).toMatchObject({ verdict: 'worse', because: 'loads' });
    expect(describeJudgement(slow)).toContain(
      '1.3.0 took more than 0.5 s in 40 of 40 loads, 1.0.0 more than 0.25 s in 0 of 160',
    );
  });

  test('that looks worse, but not clearly yet, is said to', () => {
    const rows = intervals(30, (interval) => [
      row('1.3.0', interval, 1, { failed: interval === 10 || interval === 20 ? [[0, 1]] : [] }),
      row('1.0.0', interval, 9),
    ]);
    const judgement = judge(rows);
    expect(judgement.verdict).toBe('inconclusive');
    expect(describeJudgement(judgement, 'Hubs')).toMatch(
      /^Hubs 1\.3\.0 failed in 2 of 30 visits, .*; it looks worse, but not clearly yet: at most 1 in \d+ healthy canaries ever looks so, and it is ended from 1 in 100 and 8 networks on\.$/,
    );
  });

  test('is compared in how many times as likely it fails, as far as the visits tell', () => {
    const canary = (failing: number) =>
      intervals(500, (interval) => [
        row('1.3.0', interval, 1, { failed: interval % failing === 0 ? [[0, 1]] : [] }),
        row('1.0.0', interval, 9, { failed: interval % 10 === 5 ? [[0, 1]] : [] }),
      ]);
    const times = (failing: number) => judge(canary(failing)).failures.times;
    // The odds are 1 to 9 with the canary, and 1 to 89 with the other version: 9.9 times as large.
    expect(times(10).low).toBeGreaterThan(3);
    expect(times(10).low).toBeLessThan(9.9);
    expect(times(10).high).toBeGreaterThan(9.9);
    expect(times(10).high).toBeLessThan(30);
    expect(describeTimes(judge(canary(10)))).toMatch(
      /^With 95 % confidence, a visit is [\d.]+ to [\d.]+ times as likely to fail/,
    );
    expect(describeTimes(judge([row('1.3.0', 0, 10), row('1.0.0', 0, 90)]))).toBeUndefined();
  });

  test('without another version is judged only if it works for nobody', () => {
    const alone = (rows: readonly VisitRow[]) => judgeCanary([server(rows)], { ...QUESTION, baseline: null });
    expect(alone([row('1.3.0', 0, 8, { failed: [[0, 8]] })])).toMatchObject({ verdict: 'worse', loads: null });
    expect(alone([row('1.3.0', 0, 200, { failed: [[0, 80]] })])).toMatchObject({ verdict: 'no-baseline', oneIn: 1 });
  });
});

test('what is said of intervals that have ended does not depend on when it is asked', () => {
  const rows = intervals(200, (interval) => [
    row('1.3.0', interval, 1 + (interval % 2), { failed: interval % 7 === 0 ? [[interval % 3, 1]] : [] }),
    row('1.0.0', interval, 5 + (interval % 4), {
      failed: interval % 9 === 0 ? [[interval % 5, 1]] : [],
      release: interval < 100 ? 7 : 8,
    }),
    row('1.0.0', interval, 1, { release: interval < 100 ? 8 : 7 }),
  ]);
  for (const ended of [20, 99, 100, 150]) {
    const known = rows
      .filter(({ interval }) => interval < START + ended * INTERVAL_SECONDS)
      .map((each) => ({
        ...each,
        failed: each.failed.filter(
          ([delay]) => each.interval + delay * INTERVAL_SECONDS < START + ended * INTERVAL_SECONDS,
        ),
      }));
    expect(judge(rows, ended)).toEqual(judge(known, ended));
  }
});

test('figures begin again when the others get another version', () => {
  const rows = [
    row('1.3.0', 0, 10, { failed: [[0, 5]] }),
    row('0.9.0', 0, 100),
    row('1.3.0', 1, 20, { release: 8 }),
    row('1.0.0', 1, 200, { release: 8 }),
  ];
  expect(judge(rows)).toMatchObject({
    oneIn: 1,
    failures: { canary: { visits: 20, failed: 0 }, baseline: { visits: 200 } },
  });
});

test('intervals that have not ended, earlier releases and other parts do not count', () => {
  const rows = [
    row('1.3.0', 0, 4),
    row('1.3.0', 3, 8, { failed: [[0, 8]] }),
    row('1.3.0', 0, 16, { release: 6, failed: [[0, 16]] }),
    row('1.3.0', 0, 32, { part: 'mfe-legal' }),
    row('1.0.0', 0, 64),
  ];
  expect(judge(rows, 3).failures.canary).toEqual({ visits: 4, failed: 0 });
});

describe('visits at several web servers', () => {
  test('are compared with each other', () => {
    const [canary, baseline] = [
      intervals(10, (interval) => [row('1.3.0', interval, 1, { failed: [[0, 1]] })]),
      intervals(10, (interval) => [row('1.0.0', interval, 9)]),
    ];
    const judgement = judgeCanary([server(canary, 1000, 'a'), server(baseline, 1000, 'b')], QUESTION);
    expect(judgement).toMatchObject({
      verdict: 'worse',
      failures: { canary: { visits: 10 }, baseline: { visits: 90 } },
    });
  });

  test('may fail at another one than they were counted at', () => {
    const visits = intervals(10, (interval) => [row('1.3.0', interval, 1), row('1.0.0', interval, 9)]);
    const failures = intervals(10, (interval) => [row('1.3.0', interval, 0, { failed: [[2, 1]] })]);
    expect(judgeCanary([server(visits), server(failures, 1000, 'b')], QUESTION)).toMatchObject({
      verdict: 'worse',
      failures: { canary: { visits: 10, failed: 10 } },
    });
  });

  test('count once all servers have told of an interval, unless one has been silent for a minute', () => {
    const visits = intervals(10, (interval) => [row('1.3.0', interval, 1), row('1.0.0', interval, 9)]);
    const counted = (ended: number) =>
      judgeCanary([server(visits, 10), server([], ended, 'b')], QUESTION).failures.canary.visits;
    expect(counted(9)).toBe(9);
    expect(counted(6)).toBe(10);
  });
});

test('two totals are compared at one look', () => {
  expect(isClearlyWorse({ visits: 400, failed: 20 }, { visits: 4000, failed: 40 })).toBe(true);
  expect(isClearlyWorse({ visits: 400, failed: 6 }, { visits: 4000, failed: 40 })).toBe(false);
  expect(isClearlyWorse({ visits: 4, failed: 4 }, { visits: 4000, failed: 0 })).toBe(false);
  expect(isClearlyWorse({ visits: 200_000, failed: 400 }, { visits: 900_000, failed: 900 })).toBe(true);
});

/** Made once for each of the odds: its tables take long. */
const ratios = new Map<number, OddsRatios>();

const computeRatio = (odds: number, batch: Batch): number => {
  const ratio = ratios.get(odds) ?? new OddsRatios([odds]);
  ratios.set(odds, ratio);
  const sums = new Float64Array(1);
  ratio.addTo(sums, batch);
  return Math.exp(sums[0] ?? 0);
};

/** How many ways there are to choose so many of so many. */
function ways(of: number, chosen: number): number {
  if (chosen < 0 || chosen > of) return 0;
  let product = 1;
  for (let i = 0; i < chosen; i += 1) product *= (of - i) / (i + 1);
  return product;
}

const count = fc.integer({ min: 0, max: 40 });
const sizes = fc.tuple(count, count, count, fc.constantFrom(1.5, 2, 20, 200));

test('an e-value neither grows nor falls on average while no version is worse', () => {
  fc.assert(
    fc.property(sizes, ([canary, baseline, all, odds]) => {
      const failed = Math.min(all, canary + baseline);
      let mean = 0;
      for (let canaryFailed = 0; canaryFailed <= Math.min(canary, failed); canaryFailed += 1) {
        const chance =
          (ways(canary, canaryFailed) * ways(baseline, failed - canaryFailed)) / ways(canary + baseline, failed);
        if (chance > 0) mean += chance * computeRatio(odds, { canary, baseline, failed, canaryFailed });
      }
      expect(mean).toBeCloseTo(1, 8);
    }),
  );
});

test('one slow load of the canary less never says more against it', () => {
  fc.assert(
    fc.property(sizes, count, ([canary, baseline, all, odds], own) => {
      const failed = Math.min(all, canary + baseline);
      const canaryFailed = Math.max(Math.min(own, canary, failed), failed - baseline);
      fc.pre(canaryFailed > 0);
      const less = { canary, baseline, failed: failed - 1, canaryFailed: canaryFailed - 1 };
      expect(computeRatio(odds, less)).toBeLessThanOrEqual(
        computeRatio(odds, { canary, baseline, failed, canaryFailed }) + 1e-9,
      );
    }),
  );
});

test('large numbers of visits are compared as well', () => {
  // A canary with a millionth of the visits: nearly all of its odds are in the ratio.
  const batch = { canary: 10, baseline: 10_000_000, failed: 1, canaryFailed: 1 };
  expect(computeRatio(20, batch)).toBeCloseTo(20 / (1 + (19 * 10) / 10_000_010), 4);
});

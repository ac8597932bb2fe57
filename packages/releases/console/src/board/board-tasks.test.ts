import { expect, test } from '@jest/globals';
import type { Approval } from '@portal/release/access/requests';
import type { Evidence } from '@portal/release/evidence';
import type { PartStatus, Status, VersionStatus } from '@portal/release/operations/read-status';
import { sampleStatus } from '@portal/release-watcher/testing';
import type { WatcherStatus } from '@portal/release-watcher/watcher';
import { boardTasks, describeNothingToDo } from './board-tasks.ts';

const AT = '2026-11-23T03:00:00.000Z';
const since = (release: number) => ({ release, at: AT, by: 'anna' });

function version(name: string, evidence: readonly Partial<Evidence>[] = []): VersionStatus {
  return {
    version: name,
    builtAt: AT,
    provenance: null,
    state: 'published',
    yank: null,
    problem: null,
    assessment: { standing: 'unproven', why: '', isProven: false },
    live: [],
    canaries: [],
    check: null,
    copied: null,
    evidence: evidence.map((changes) => ({
      schema: 1,
      at: AT,
      by: 'watcher',
      as: 'live',
      release: 2,
      since: AT,
      visits: 12,
      failed: 6,
      baseline: { version: '1.0.0', visits: 300, failed: 3 },
      verdict: 'worse',
      ...changes,
    })),
  };
}

function part(changes: Partial<PartStatus> = {}): PartStatus {
  return {
    name: 'mfe-hubs',
    live: { version: '1.2.0', since: since(2) },
    canary: null,
    fallback: null,
    secondFallback: null,
    rollbackTarget: { kind: 'version', version: '1.0.0', standing: 'good', why: 'it works', passedOver: [] },
    versions: [version('1.2.0')],
    ...changes,
  };
}

const CANARY = { version: '1.3.0', percent: 10, since: since(3), bucketingKey: 'mfe-hubs-3', plan: null };
const NOTHING = { kind: 'nothing', why: 'none is left', passedOver: [] } as const;
const RELEASE = {
  number: 3,
  at: AT,
  by: 'anna',
  reason: 'to try',
  action: 'promote',
  urgent: false,
  breakGlass: false,
} as const;
const SERVER = {
  address: 'http://127.0.0.1:4301/metrics',
  problem: null,
  served: 3,
  heldBack: [],
  startedAt: null,
  refuses: null,
};
const PLAN = { text: '10 % for 2 h, then ask', until: AT, next: null, waitsFor: null, state: 'asks' } as const;
const RUNNING = {
  part: 'mfe-hubs',
  version: '1.3.0',
  percent: 10,
  bucketingKey: 'mfe-hubs-3',
  stagedPlan: null,
  promotion: null,
  baseline: '1.2.0',
  since: { at: AT, release: 3 },
  endsByItself: true,
  judgement: null,
  plan: PLAN,
  problem: null,
};
const REQUEST: Approval = {
  id: 'a1',
  at: AT,
  until: AT,
  actor: { kind: 'person', name: 'ben', issuer: 'https://identity.example.com', subject: 'ben' },
  request: { reason: 'Faster', change: { action: 'yank', name: 'mfe-hubs', version: '1.1.0' } },
  changes: [],
  ruleChanges: [],
  mayAnswer: true,
};
const getVisits = (visits: number, failed: number): WatcherStatus['visits'] => [
  {
    part: 'mfe-hubs',
    version: '1.2.0',
    release: 2,
    interval: Date.parse(AT) / 1000 - 60,
    visits,
    failed: [[0, failed]],
    loads: [],
    networks: { failed: 0, slow: 0 },
  },
];

interface Case {
  readonly status?: Partial<Status>;
  readonly watched?: Partial<WatcherStatus>;
  readonly approvals?: readonly Approval[];
}

function seen({ status = {}, watched = {}, approvals = [] }: Case): Parameters<typeof boardTasks>[0] {
  return {
    now: Date.parse(AT) + 60_000,
    status: { release: RELEASE, damaged: [], incomplete: [], parts: [part()], ...status },
    watched: sampleStatus({ servers: [SERVER], ...watched }),
    approvals,
    isClient: false,
  };
}

const failing = part({ versions: [version('1.2.0', [{}])] });
const failingCanary = part({
  canary: CANARY,
  versions: [version('1.2.0'), version('1.3.0', [{ as: 'canary', release: 3 }])],
});
const damaged = [{ number: 4, problem: 'It is cut off.' }];

test.each<readonly [what: string, seen: Case, kind: string, text: RegExp]>([
  ['an empty store', { status: { release: null, parts: [] } }, 'release', /publish/],
  [
    'a live version that fails',
    { status: { parts: [failing] } },
    'roll-back',
    /^Hubs 1\.2\.0 failed in 6 of 12 visits, 1\.0\.0 in 3 of 300 visits: .*1\.0\.0\.$/,
  ],
  [
    'a live version that fails, with nothing to return to',
    { status: { parts: [{ ...failing, rollbackTarget: NOTHING }] } },
    'roll-back',
    /publish .*take it out/,
  ],
  [
    'a live version that fails, while a canary runs',
    { status: { parts: [{ ...failing, canary: CANARY }] } },
    'roll-back',
    /1\.3\.0/,
  ],
  [
    'a canary that fails',
    { status: { parts: [failingCanary] } },
    'end-canary',
    /^Hubs 1\.3\.0 failed in 6 of 12 .*canary\.$/,
  ],
  ['a release that is damaged', { status: { damaged } }, 'repair', /^Release 4 is damaged/],
  ['a request that the viewer may answer', { approvals: [REQUEST] }, 'approve', /your approval: ben .*Hubs 1\.1\.0/],
  ['a plan that is over', { watched: { canaries: [RUNNING] } }, 'decide', /Hubs 1\.3\.0 /],
  ['a version above the limit', { watched: { visits: getVisits(200, 10) } }, 'look', /^Hubs 1\.2\.0 .* 5\.00/],
  ['a web server that is late', { watched: { servers: [{ ...SERVER, served: 2 }] } }, 'look', /release 2/],
  [
    'a request that somebody else may answer',
    { approvals: [{ ...REQUEST, mayAnswer: false }] },
    'wait',
    /somebody else/,
  ],
  ['no web server', { watched: { servers: [] } }, 'wait', /METRICS_URL/],
  ['a silent web server', { watched: { servers: [{ ...SERVER, problem: 'It hangs' }] } }, 'wait', /It hangs/],
])('what to do first: %s', (_what, given, kind, text) => {
  expect(boardTasks(seen(given))[0]).toMatchObject({ kind, text: expect.stringMatching(text) });
});

test.each<readonly [what: string, seen: Case]>([
  ['all is well', {}],
  [
    'few visitors had a bad day',
    { status: { parts: [part({ versions: [version('1.2.0', [{ visits: 2, failed: 2 }])] })] } },
  ],
  [
    'the version failed at another time',
    { status: { parts: [part({ versions: [version('1.2.0', [{ release: 1 }, { as: 'canary' }])] })] } },
  ],
  ['later visits worked', { status: { parts: [part({ versions: [version('1.2.0', [{}, { verdict: 'good' }])] })] } }],
  ['a plan waits', { watched: { canaries: [{ ...RUNNING, plan: { ...PLAN, state: 'waits' } }] } }],
])('nothing is to do where %s', (_what, given) => {
  expect(boardTasks(seen(given))).toEqual([]);
});

test('what customers meet comes before what waits, and what waits before what is merely not known', () => {
  const all = seen({
    status: { parts: [failingCanary, { ...failing, name: 'mfe-legal' }], damaged },
    watched: { servers: [{ ...SERVER, problem: 'It hangs', served: 2 }], canaries: [RUNNING] },
    approvals: [REQUEST],
  });
  expect(boardTasks(all).map(({ kind }) => kind)).toEqual([
    'roll-back',
    'end-canary',
    'repair',
    'approve',
    'decide',
    'look',
    'wait',
  ]);
});

test.each<readonly [Partial<Status>, RegExp]>([
  [{}, /as people left it/],
  [{ parts: [part({ canary: CANARY })] }, /Hubs 1\.3\.0 runs/],
  [{ release: { ...RELEASE, by: 'watcher', action: 'end-canary', reason: 'it failed.' } }, /watcher .*it failed/],
])('says why nothing is to do: %#', (status, text) => {
  expect(describeNothingToDo(seen({ status }).status)).toMatch(text);
});

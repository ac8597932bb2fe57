import { describe, expect, test } from '@jest/globals';
import type { PartStatus, Status } from '@portal/release/operations/read-status';
import { sampleStatus } from '@portal/release-watcher/testing';
import { problemMessages } from './problem-messages.ts';

const HOUR = 60 * 60_000;
const LIVE = { number: 2, at: new Date(0).toISOString(), by: 'anna', reason: 'to try', action: 'promote' } as const;
const STATUS: Status = {
  release: { ...LIVE, urgent: false, breakGlass: false },
  damaged: [],
  incomplete: [],
  parts: [],
};
const SERVER = {
  address: 'http://127.0.0.1:4301/metrics',
  problem: null,
  served: 2,
  heldBack: [],
  startedAt: null,
  refuses: null,
};
const messagesFor = (watched: Parameters<typeof sampleStatus>[0], now = 0, status: Partial<Status> = {}) =>
  problemMessages({ now, status: { ...STATUS, ...status }, watched: sampleStatus(watched) }).map(({ text }) =>
    text.replaceAll(/\s+/g, ' '),
  );

const PART: PartStatus = {
  name: 'mfe-hubs',
  live: { version: '1.3.0', since: { release: 2, at: LIVE.at, by: 'anna' } },
  canary: null,
  fallback: null,
  secondFallback: null,
  rollbackTarget: null,
  versions: [],
};

test('a promotion that no watcher goes on with is named, once it is late', () => {
  const until = '2026-11-23T03:30:00.000Z';
  const plan = { text: '50 % for 30 min, then everybody', shareSince: LIVE.at, until };
  const canary = {
    version: '1.4.0',
    percent: 50,
    bucketingKey: 'mfe-hubs-3',
    since: { release: 2, at: LIVE.at, by: 'anna' },
  };
  const at = (minutes: number) => Date.parse(until) + minutes * 60_000;
  const seen = (now: number, isPromotion: boolean) =>
    messagesFor({ release: 2 }, now, { parts: [{ ...PART, canary: { ...canary, plan: { ...plan, isPromotion } } }] });
  expect(seen(at(6), true)).toEqual([expect.stringContaining('Hubs 1.4.0')]);
  expect([...seen(at(1), true), ...seen(at(6), false)]).toEqual([]);
});

test('a version that failed in its first visits is named while everybody gets it', () => {
  const alarm = { id: '1', type: 'part.fails', at: LIVE.at, part: 'mfe-hubs', text: '50 of its first 50' } as const;
  const seen = (version: string) => messagesFor({ announcements: [{ ...alarm, version }] }, 0, { parts: [PART] });
  expect(seen('1.3.0')).toEqual([expect.stringMatching(/Hubs 1\.3\.0 .*50 of its first 50/)]);
  expect(seen('1.2.0')).toEqual([]);
});

describe('a web server', () => {
  test.each<[string, now: number, changes: object, named: string]>([
    ['serves another release, and had the time to pick it up', 60_000, { served: 1 }, 'release 1'],
    ['does so while the clock of the release’s writer is an hour ahead', -HOUR, { served: 1 }, 'release 1'],
    ['serves a newer release than the store has', 60_000, { served: 7 }, 'release 7'],
    ['holds the live release back', 0, { heldBack: [2] }, 'npm run release -- store verify'],
    ['refuses the log of its store', 0, { refuses: 'untrusted' }, 'no key that it trusts'],
  ])('is named that %s', (_, now, changes, named) => {
    const messages = messagesFor({ servers: [{ ...SERVER, ...changes }, SERVER] }, now);
    expect(messages).toEqual([expect.stringContaining(SERVER.address)]);
    expect(messages.join()).toContain(named);
  });

  test('is not named that has just begun to pick a release up, nor twice if it serves a damaged one from memory', () => {
    expect(messagesFor({ servers: [{ ...SERVER, served: 1 }] }, 5000)).toEqual([]);
    const damaged = [{ number: 3, problem: 'releases/000003.json' }];
    const messages = messagesFor({ servers: [{ ...SERVER, served: 3 }] }, 60_000, { damaged });
    expect(messages).toEqual([expect.stringContaining('releases/000003.json')]);
  });
});

test('those who are not told are named, with the reason', () => {
  const told = { name: 'mail by smtp.example.com', waiting: 0, sentAt: null, problem: null };
  const failing = { ...told, name: 'webhook https://hooks.example.com', waiting: 2, problem: 'It answers 500.' };
  expect(messagesFor({ receivers: [told, failing] })).toEqual([
    expect.stringMatching(/webhook https:\/\/hooks\.example\.com .*It answers 500/),
  ]);
});

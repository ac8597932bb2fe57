import { describe, expect, test } from '@jest/globals';
import type { Status } from '@portal/release/operations/read-status';
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

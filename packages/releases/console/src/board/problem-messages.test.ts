import { expect, test } from '@jest/globals';
import type { Status } from '@portal/release/operations/read-status';
import type { CanaryStatus } from '@portal/release-watcher/watcher';
import { sampleStatus } from '@portal/release-watcher/testing';
import { problemMessages } from './problem-messages.ts';

const STATUS: Status = { release: null, damaged: [], incomplete: [], parts: [] };
const CANARY: CanaryStatus = {
  part: 'mfe-hubs',
  version: '1.3.0',
  percent: 50,
  draw: 'mfe-hubs-2',
  stagedPlan: null,
  baseline: '1.2.0',
  since: { at: '2026-11-23T03:00:00.000Z', release: 2 },
  endsByItself: true,
  judgement: null,
  plan: null,
  problem: null,
};

const messagesFor = (watched: Parameters<typeof sampleStatus>[0]) =>
  problemMessages({ now: 0, status: STATUS, watched: sampleStatus(watched) }).map(({ text }) =>
    text.replaceAll(/\s+/g, ' '),
  );

test('a plan that is over asks for a person', () => {
  const plan = { text: '10 % for 2 h, then ask', until: '2026-11-23T05:00:00.000Z', next: null, waitsFor: null };
  expect(messagesFor({ canaries: [{ ...CANARY, plan: { ...plan, state: 'asks' } }] })).toEqual([
    expect.stringContaining('Hubs 1.3.0 waits for your decision'),
  ]);
  expect(messagesFor({ canaries: [{ ...CANARY, plan: { ...plan, state: 'waits' } }, CANARY] })).toEqual([]);
});

test('a web server that refuses the log of its store is named, with the reason', () => {
  const server = {
    address: 'http://127.0.0.1:4301/metrics',
    problem: null,
    served: 7,
    heldBack: [],
    startedAt: null,
  };
  expect(
    messagesFor({
      servers: [
        { ...server, refuses: 'untrusted' },
        { ...server, refuses: null },
      ],
    }),
  ).toEqual([
    expect.stringContaining(
      'The web server at http://127.0.0.1:4301/metrics refuses the log of its store, because no key that it trusts has signed it',
    ),
  ]);
});

test('those who are not told are named, with the reason', () => {
  const told = { name: 'mail by smtp.example.com', waiting: 0, sentAt: null, problem: null };
  const failing = { ...told, name: 'webhook https://hooks.example.com', waiting: 2, problem: 'It answers 500.' };
  const [message, ...others] = messagesFor({ receivers: [told, failing] });
  expect([message, others]).toEqual([
    expect.stringMatching(/webhook https:\/\/hooks\.example\.com is not told.*It answers 500\./),
    [],
  ]);
});

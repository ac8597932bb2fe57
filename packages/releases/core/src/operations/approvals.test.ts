import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { ChangeRequest } from '../access/requests.ts';
import { endCanary, promoteAll, yank } from '../testing.ts';
import { askForApproval, listApprovals, readApproval } from './approvals.ts';
import { SampleStore } from './testing.ts';

const NOW = Date.parse('2026-11-24T08:00:00.000Z');
const ANNA = { issuer: 'https://login.example.com', subject: 'anna', name: 'anna' };
let sample: SampleStore;

beforeEach(async () => {
  sample = await SampleStore.make();
  await sample.publish('mfe-hubs', '1.1.0');
});
afterEach(() => sample.remove());

async function ask(change: ChangeRequest['change']): Promise<string> {
  const { id } = await askForApproval(sample.store, {
    actor: { kind: 'person', ...ANNA },
    identity: { kind: 'person', ...ANNA, roles: [], claims: {} },
    request: { reason: 'faster', change },
    now: NOW,
  });
  return id;
}
const listed = async () => (await listApprovals(sample.store, NOW)).map(({ id }) => id);
const answered = (id: string) => readApproval(sample.store, id, NOW);

const PROMOTE = { action: 'promote', versions: { 'mfe-hubs': '1.1.0' } } as const;

test.each<[string, ChangeRequest['change']]>([
  ['to give a canary to everybody', PROMOTE],
  ['to give a canary to more visitors', { ...PROMOTE, percent: 50 }],
  ['to end a canary', { action: 'end-canary', names: ['mfe-hubs'] }],
])('a request %s ends with that canary', async (_, change) => {
  await promoteAll(sample.store, PROMOTE.versions, { percent: 10 });
  const id = await ask(change);
  await promoteAll(sample.store, { 'mfe-legal': '1.0.0' }, { urgent: true });
  expect(await listed()).toEqual([id]);
  await endCanary(sample.store, 'mfe-hubs');
  expect(await listed()).toEqual([]);
  await expect(answered(id)).rejects.toMatchObject({ rule: 'request', refusals: [{ sides: ['mfe-hubs 1.1.0'] }] });
});

test.each<[string, ChangeRequest['change']]>([
  ['to promote a version', PROMOTE],
  ['to roll back to a version', { action: 'rollback', name: 'mfe-hubs', to: '1.1.0' }],
])('a request %s ends when that is yanked', async (_, change) => {
  const id = await ask(change);
  expect(await listed()).toEqual([id]);
  expect(await answered(id)).toMatchObject({ id });
  await yank(sample.store, 'mfe-hubs', '1.1.0');
  expect(await listed()).toEqual([]);
  await expect(answered(id)).rejects.toMatchObject({ rule: 'version-yanked' });
});

test('a request for a version that was no canary when it was asked for stays', async () => {
  const id = await ask(PROMOTE);
  await promoteAll(sample.store, PROMOTE.versions, { percent: 10 });
  await endCanary(sample.store, 'mfe-hubs');
  expect(await listed()).toEqual([id]);
});

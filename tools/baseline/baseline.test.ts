import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { parseInput } from '@portal/contract/parse';
import { AccessSchema } from '@portal/release/access';
import type { Identity } from '@portal/release/access/allows';
import { isAllowed, needingApproval } from '@portal/release/access/allows';
import { readConfiguration, requirementsFor } from '@portal/release/access/configuration';
import { hasPassed, readChecks } from '@portal/release/checks';
import { approvalOfKey } from '@portal/release/format/keys';
import { readGuardedParts } from '@portal/release/guarded-parts';
import { readPreviewToken } from '@portal/release/release-log/preview-token';
import { checkProof } from '@portal/release/release-log/proof';
import { rememberLog } from '@portal/release/release-log/remember-log';
import { memoryDriver } from '@portal/release/memory-driver';
import { AnswerDocumentSchema, listApprovals } from '@portal/release/operations/approvals';
import { backUpStore } from '@portal/release/operations/back-up-store';
import { readHistory } from '@portal/release/operations/read-history';
import { readStatus } from '@portal/release/operations/read-status';
import { verifyStore } from '@portal/release/operations/verify-store';
import { Prover } from '@portal/release/service-client/proof-key';
import { SessionFile } from '@portal/release/service-client/session-file';
import { SERVICE_SETTINGS } from '@portal/release-service/settings';
import { listSamples, MADE_AT, openSample, readJson, readText, SAMPLES, TRUSTED } from './testing.ts';

const store = openSample();
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'baseline-'));
});
afterAll(() => rm(folder, { recursive: true }));

test('the store is complete, and so is a backup of it', async () => {
  expect(await verifyStore(store)).toMatchObject({ releases: 10, versions: 11, problems: [], notices: [] });
  expect(await backUpStore(store, memoryDriver())).toMatchObject({ damaged: [], lost: [] });
});

test('the history says who released what, and why', async () => {
  const history = (await readHistory(store)).map((entry) =>
    entry.state === 'intact' ? [entry.number, entry.action, entry.by, entry.reason] : entry,
  );
  expect(history.toReversed()).toEqual([
    [1, 'promote', 'olga', 'The first release'],
    [2, 'promote', 'olga', 'The first one for everybody'],
    [3, 'yank', 'olga', 'It loses input'],
    [4, 'canary', 'acme/mfe-hubs', 'To some first'],
    [5, 'end-canary', 'watcher', 'It failed more often than 1.0.0.'],
    [6, 'promote', 'anna@example.com', 'A new table'],
    [7, 'promote', 'watcher', 'Nothing was worse.'],
    [8, 'promote', 'anna@example.com for "Carl"', 'A wrong price'],
    [9, 'rollback', 'anna@example.com', 'Prices are still wrong'],
    [10, 'canary', 'anna@example.com', 'Step by step'],
  ]);
  const changes = async (number: number) =>
    (await readHistory(store)).find((entry) => entry.number === number && entry.state === 'intact');
  expect(await changes(6)).toMatchObject({ changes: [{ percent: 50, plan: '50 % for 30 min, then everybody' }] });
  expect(await changes(8)).toMatchObject({
    urgent: true,
    changes: [{ to: '1.3.0' }, { to: '1.2.0' }, { to: '1.0.0' }],
  });
});

test('the log says who wrote each document, whose keys may sign, and that the store was restored', async () => {
  const { entries, keys, newestRelease } = await store.log();
  expect(new Set(entries.map(({ leaf }) => leaf.kind))).toEqual(new Set(['keys', 'document', 'restore']));
  expect(new Set(entries.map(({ leaf }) => leaf.actor.kind))).toEqual(
    new Set(['operator', 'person', 'pipeline', 'watcher']),
  );
  expect(keys).toEqual([
    { key: TRUSTED[0], role: 'break-glass' },
    { key: TRUSTED[1], role: 'service' },
  ]);
  expect(entries.flatMap(({ leaf }) => (leaf.kind === 'restore' ? leaf.lost.length : []))).toEqual([1]);
  expect(newestRelease).toBe(10);
  const yank = (await store.log()).findEntry('yanked/mfe-hubs/1.3.0.json');
  expect(yank).toMatchObject({ isBreakGlass: false, leaf: { actor: { approvedBy: { subject: 'ben' } } } });
});

test('what is live, what a rollback returns to, and what is known of each version', async () => {
  const status = await readStatus(store);
  expect(status.release).toMatchObject({ number: 10, breakGlass: false });
  const part = status.parts.find(({ name }) => name === 'mfe-hubs');
  expect(part).toMatchObject({
    live: { version: '1.2.0', since: { release: 9 } },
    canary: {
      version: '1.4.0',
      percent: 10,
      bucketingKey: 'mfe-hubs-10',
      plan: { text: '10 % for 2 h, 50 % for a day, then ask', isPromotion: false },
    },
    fallback: '1.0.0',
    rollbackTarget: { kind: 'version', version: '1.0.0', standing: 'good', passedOver: [{ version: '1.3.0' }] },
  });
  const known = part?.versions.map(({ version, state, assessment }) => [version, state, assessment.standing]);
  expect(known?.slice(0, 5)).toEqual([
    ['1.4.0', 'canary', 'unproven'],
    ['1.3.0', 'yanked', 'rolled-back'],
    ['1.2.0', 'live', 'good'],
    ['1.1.0', 'published', 'failed'],
    ['1.0.0', 'fallback', 'good'],
  ]);
  expect(part?.versions[0]?.copied).toMatch(/by anna@example\.com, from the log .*, live there for 1\.0 hours/);
  expect((await readChecks(store, 'mfe-hubs', '1.1.0')).map(hasPassed)).toEqual([false, true]);
  expect(await readGuardedParts(store)).toEqual({ '*': true, 'mfe-legal': false });
});

test('what was pruned, and the source maps of what was published', async () => {
  expect(await store.readPruned('mfe-hubs', '0.1.0')).toMatchObject({
    by: 'anna@example.com',
    manifest: { version: '0.1.0' },
  });
  const { sourceMaps } = await store.readManifest('mfe-hubs', '1.0.0');
  expect(sourceMaps && (await store.readSourceMaps('mfe-hubs', '1.0.0', sourceMaps)).length).toBe(sourceMaps?.size);
});

const identity = (changes: Partial<Identity>): Identity => ({
  issuer: 'https://login.example.com',
  subject: 'somebody',
  kind: 'person',
  name: 'somebody',
  roles: [],
  claims: {},
  ...changes,
});

test('the access rules say who may do what, what needs a second person, and what a version needs', async () => {
  const { number, access } = (await readConfiguration(store)) ?? {};
  expect(number).toBe(2);
  const rules = parseInput('access.json', AccessSchema, readJson('access.json'));
  expect(access).toEqual(rules);
  const [manager, carl] = [identity({ roles: ['release-manager'] }), identity({ email: 'carl@example.com' })];
  const pipeline = identity({
    issuer: 'https://gitlab.example.com',
    subject: 'project_path:acme/mfe-hubs:ref_type:branch:ref:main',
    kind: 'pipeline',
    claims: { ref_protected: 'true' },
  });
  expect([manager, carl, pipeline].map((each) => isAllowed(rules, each, 'promote', 'mfe-hubs'))).toEqual([
    true,
    false,
    false,
  ]);
  expect(isAllowed(rules, carl, 'rollback', 'mfe-hubs')).toBe(true);
  expect(isAllowed(rules, pipeline, 'canary', 'mfe-hubs')).toBe(true);
  expect(isAllowed(rules, { ...pipeline, claims: {} }, 'canary', 'mfe-hubs')).toBe(false);
  const share = (percent: number) =>
    needingApproval(rules, { change: { action: 'promote', versions: { shell: '1.0.0' }, percent } });
  expect([share(24), share(25)]).toEqual([[], ['shell']]);
  expect(await requirementsFor(store, 'mfe-hubs')).toMatchObject({
    check: true,
    staging: { keys: [TRUSTED[1]], hours: 0 },
  });
});

test('requests wait for a second person, and answers stand', async () => {
  const waiting = await listApprovals(store, MADE_AT);
  expect(waiting.map(({ actor, request }) => [actor.kind, request.reason])).toEqual([
    ['pipeline', 'To everybody'],
    ['person', 'One is enough'],
  ]);
  const answered = (await store.documentKeys('approvals/')).filter((key) => approvalOfKey(key)?.document === 'answer');
  const answers = await Promise.all(answered.map((key) => store.readDocument(key, AnswerDocumentSchema, '')));
  expect(answers).toMatchObject([{ answer: 'yes' }, { answer: 'no', reason: 'Nobody has it' }]);
});

test('a preview shows its versions until it ends', async () => {
  const until = MADE_AT + 22 * 60 * 60 * 1000;
  const read = async (now: number) => readPreviewToken(readText('browser/preview-token.txt'), await store.log(), now);
  expect(await read(until)).toMatchObject({ versions: { 'mfe-hubs': '1.4.0' } });
  expect(await read(MADE_AT + 24 * 60 * 60 * 1000)).toBeUndefined();
});

test('a preview shows a part from an origin', () => {
  const { origin, key, token } = readJson('browser/override-token.json') as Readonly<
    Record<'origin' | 'key' | 'token', string>
  >;
  const log = { origin, keys: [{ key, role: 'service' as const }] };
  expect(readPreviewToken(token, log, MADE_AT)).toMatchObject({
    versions: { 'mfe-hubs': '1.4.0' },
    override: { part: 'mfe-hubs', origin: 'http://localhost:4000' },
  });
});

test('a proof shows a release without the store', () => {
  const proof = checkProof(readJson('command/release-1.proof.json'), TRUSTED);
  expect(proof).toMatchObject({
    signedBy: expect.any(String),
    release: { key: 'releases/000001.json', leaf: { actor: { name: 'olga' } } },
  });
  expect(proof.versions.map(({ key }) => key)).toEqual([
    'artifacts/shell/versions/1.0.0.json',
    'artifacts/mfe-hubs/versions/0.8.0.json',
  ]);
});

test('a command that has seen an earlier log goes on from it, and misses what is gone', async () => {
  const { savedCheckpoint } = rememberLog(join(SAMPLES, 'command/seen.json'), String);
  expect(savedCheckpoint).toMatchObject({ release: 8 });
  expect((await openSample({ savedCheckpoint }).log()).newestRelease).toBe(10);
  const other = openSample({
    savedCheckpoint: savedCheckpoint && {
      ...savedCheckpoint,
      checkpoint: savedCheckpoint.checkpoint.replace(/\n\d+\n/, '\n99\n'),
    },
  });
  await expect(other.log()).rejects.toMatchObject({ kind: 'shorter' });
});

test('the session of a command is signed in, and its key proves requests', async () => {
  const service = 'https://releases.example.com';
  await mkdir(join(folder, 'release-sessions'));
  await cp(
    join(SAMPLES, 'command/session.json'),
    join(folder, 'release-sessions', `${encodeURIComponent(service)}.json`),
  );
  const session = await new SessionFile(service, { PORTAL_STATE: folder }).find();
  expect(session).toMatchObject({
    person: { name: 'anna@example.com', renewal: { clientId: 'release-command', refreshToken: 'a-refresh-token' } },
    access: { subject: 'anna', token: 'an-access-token' },
  });
  const request = { method: 'GET', url: service, nonce: undefined, accessToken: session?.access?.token };
  expect(session && (await new Prover(session.key).prove(request)).split('.')).toHaveLength(3);
});

test('the settings of the watcher say whom it guards, when it waits, and whom it tells', () => {
  const secrets = { HOOK_SECRET: `whsec_${'A'.repeat(32)}`, MAIL_PASSWORD: 'a password' };
  expect(
    SERVICE_SETTINGS.WATCHER_SETTINGS.read(join(SAMPLES, 'watcher.json'), 'WATCHER_SETTINGS', secrets),
  ).toMatchObject({
    parts: { '*': { guardsPromotions: true }, 'mfe-legal': { endsByItself: false } },
    planPauses: [{ weekly: { from: 'Fri 16:00', to: 'Mon 08:00' } }, { dates: { from: '2026-12-20' } }],
    webhooks: [{ url: 'https://chat.example.com/hook' }],
    mail: { port: 465, security: 'tls', login: { user: 'portal', pass: 'a password' }, to: ['releases@example.com'] },
  });
});

test('no sample has a key that signs', () => {
  for (const name of listSamples()) expect(readText(name)).not.toContain('PRIVATE KEY');
});

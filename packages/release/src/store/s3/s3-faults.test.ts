import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { SampleStore } from '../../operations/testing.ts';
import { verifyStore } from '../../operations/verify-store.ts';
import { promoteAll } from '../../testing.ts';
import type { StoreDriver } from '../driver.ts';
import { DriverError, UnknownOutcomeError } from '../driver.ts';
import { ReleaseConflictError } from '../errors.ts';
import { sha256Hex } from '../integrity.ts';
import { openMemoryStore } from '../memory-store.ts';
import { describeS3, IS_ON_CEPH } from '../testing/describe-s3.ts';
import { FaultProxy } from '../testing/fault-proxy.ts';
import type { FaultName } from '../testing/fault-proxy.ts';
import { makeVersionedBucket, newS3Place } from '../testing/s3-servers.ts';
import { s3Driver } from './s3-driver.ts';
import { failureOf } from './s3-failure.ts';
import { readS3Address, readS3Settings } from './s3-settings.ts';

const LIMITS = { silenceMs: 10_000, tries: 3, pauseMs: 1, pageKeys: 2 };
/** For servers that say nothing, or little; a test waits that long. */
const SHORT = { ...LIMITS, silenceMs: 900, tries: 2 };
const SLOW: ReadonlySet<FaultName> = new Set(['the server says nothing', 'the answer trickles']);
const BYTES = Buffer.from('the bytes of an object');
const KEYS = ['a/1', 'a/2', 'a/3'];

type Operation = 'create' | 'get' | 'has' | 'list' | 'remove';
/** What each operation tells while the fault lasts; undefined if it works. Without a word for an operation: the fault does not concern it. */
type Told = Readonly<Partial<Record<Operation, string | undefined>>>;

const ALL: readonly Operation[] = ['create', 'get', 'has', 'list', 'remove'];
const all = (told: string): Told => Object.fromEntries(ALL.map((operation) => [operation, told]));

const LOOK = 'Before you repeat the command, look what is there: npm run release -- status';
const NETWORK = 'Check S3_ENDPOINT, the server and the network.';
/** A request may have been carried out, and nobody can tell. */
const unclear = (reason: string): Told => ({
  ...all(`${reason}. ${NETWORK}`),
  create: `a/new may have been written, or not: ${reason}. ${LOOK}`,
});

/** Faults that pass, so that another try succeeds. */
const PASSING: readonly (readonly [FaultName, Told])[] = [
  ['the answer is lost', unclear('the server gave no whole answer (other side closed)')],
  ['the request is lost', unclear('the server gave no whole answer (other side closed)')],
  ['the connection ends in the middle of a request', unclear('the server gave no whole answer (other side closed)')],
  ['the connection ends in the middle of an answer', unclear('the server gave no whole answer (other side closed)')],
  ['the server says nothing', unclear('the server gave no whole answer (nothing for 1 s)')],
  [
    'the answer trickles',
    {
      get: 'the server gave no whole answer (it is too slow)',
      list: 'the server gave no whole answer (it is too slow)',
    },
  ],
  ['the server answers 500 after success', unclear('the server answered 500 InternalError')],
  ['the server answers 500', unclear('the server answered 500 InternalError')],
  ['a proxy answers for the server', unclear('the server answered 502')],
  ['the server answers 409', { create: unclear('the server answered 409 ConditionalRequestConflict').create }],
  ['the server is overloaded', all('503 SlowDown. The server has too much to do: wait a minute')],
  ['the clocks differ', all("403 RequestTimeTooSkewed. Set this machine's clock")],
  [
    'the bytes are wrong, others each time',
    { get: 'the server gave other bytes than were written. Check S3_ENDPOINT' },
  ],
  ['a list is cut off', { list: 'the server gave a list that is not whole' }],
  ['a list has no next page', { list: 'the server gave a list that is not whole' }],
  ['a list has fewer keys than it says', { list: 'the server gave a list that is not whole' }],
  ['a page is given instead of a list', { list: 'the server gave a list that is not whole' }],
];

test.each<[status: number, code: string, isTemporary: boolean, mayBeDone: boolean, remedy: string]>([
  [403, 'AccessDenied', false, false, 'Allow it for this access key'],
  [404, 'NoSuchBucket', false, false, "Make the bucket, or correct the store's address."],
  [403, 'InvalidAccessKeyId', false, false, 'Check AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.'],
  [403, 'SignatureDoesNotMatch', false, false, 'Check AWS_SECRET_ACCESS_KEY'],
  [400, 'ExpiredToken', false, false, 'Get new credentials'],
  [400, 'InvalidToken', false, false, 'Check AWS_SESSION_TOKEN'],
  [403, 'RequestTimeTooSkewed', false, false, "Set this machine's clock"],
  [403, 'QuotaExceeded', false, false, "raise the bucket's quota"],
  [301, 'PermanentRedirect', false, false, 'Check S3_ENDPOINT and AWS_REGION'],
  [503, 'SlowDown', true, false, 'wait a minute'],
  [400, 'RequestTimeout', true, false, ''],
  [429, 'TooManyRequests', true, false, ''],
  [501, 'NotImplemented', false, false, 'Use a server that creates objects'],
  [500, 'InternalError', true, true, NETWORK],
  [409, 'ConditionalRequestConflict', true, true, ''],
  [412, 'PreconditionFailed', false, false, ''],
])('what an answer %i %s means', (status, code, isTemporary, mayBeDone, remedy) => {
  const { message, details } = failureOf(status, Buffer.from(`<Error><Code>${code}</Code></Error>`));
  expect(message).toBe(`the server answered ${String(status)} ${code}`);
  expect(details).toMatchObject({ code, isTemporary, mayBeDone });
  expect(details.remedy ?? '').toContain(remedy);
});

describeS3((server) => {
  let proxy: FaultProxy;
  let place: string;

  const open = (environment: Readonly<Record<string, string>>, limits = LIMITS): StoreDriver =>
    s3Driver(readS3Settings(environment), readS3Address(place), { limits });
  const direct = () => open(server().environment);

  beforeAll(async () => {
    proxy = await FaultProxy.start(server());
  });
  afterAll(() => proxy.stop());
  beforeEach(() => {
    place = newS3Place(server());
  });
  afterEach(() => {
    proxy.clear();
  });

  /** A driver through the proxy that has written before, and three objects. */
  async function prepare(limits = LIMITS): Promise<StoreDriver> {
    const driver = open(proxy.environment, limits);
    for (const key of KEYS) await driver.create(key, BYTES);
    proxy.clear();
    return driver;
  }

  const run: Readonly<Record<Operation, (driver: StoreDriver) => Promise<unknown>>> = {
    create: (driver) => driver.create('a/new', BYTES),
    get: async (driver) => Buffer.from((await driver.get('a/1')) ?? []).toString(),
    has: (driver) => driver.has('a/1'),
    list: async (driver) => [...(await driver.list('a/'))].sort(),
    remove: (driver) => driver.remove('a/1'),
  };
  const DONE: Readonly<Record<Operation, unknown>> = {
    create: 'created',
    get: BYTES.toString(),
    has: true,
    list: KEYS,
    remove: undefined,
  };

  const LEFT: Readonly<Record<Operation, readonly string[]>> = {
    create: [...KEYS, 'a/new'],
    get: KEYS,
    has: KEYS,
    list: KEYS,
    remove: KEYS.slice(1),
  };

  // Tests that wait belong to the full run.
  describe.each(PASSING.filter(([fault]) => IS_ON_CEPH || !SLOW.has(fault)))('%s', (fault, told) => {
    const limits = SLOW.has(fault) ? SHORT : LIMITS;
    const concerned = ALL.filter((operation) => told[operation] !== undefined);
    const operations = IS_ON_CEPH ? concerned : concerned.slice(0, 1);

    test.each(operations)('once: %s succeeds, and nothing is done twice', async (operation) => {
      const driver = await prepare(limits);
      proxy.set(fault, { times: 1 });
      expect(await run[operation](driver)).toEqual(DONE[operation]);
      expect(new Set(await direct().list(''))).toEqual(new Set(LEFT[operation]));
    });

    test.each(operations)('always: %s says what to do, and nothing is half-done', async (operation) => {
      const driver = await prepare(limits);
      proxy.set(fault);
      const failure = await run[operation](driver).catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(DriverError);
      expect(String(failure)).toContain(told[operation]);
      proxy.clear();
      const found = await direct().get('a/new');
      expect([undefined, BYTES.toString()]).toContain(found && Buffer.from(found).toString());
      // A busy server may take longer than the limits of the tests that wait.
      const patient = open(proxy.environment);
      expect(await patient.create('a/new', BYTES)).toBe(found ? 'exists' : 'created');
      await patient.remove('a/1');
      expect(new Set(await patient.list(''))).toEqual(new Set([...KEYS.slice(1), 'a/new']));
    });
  });

  test.each(ALL)('what somebody has to allow: %s says so after one request', async (operation) => {
    const driver = await prepare();
    proxy.set('it is not allowed');
    const failure = await run[operation](driver).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(DriverError);
    expect(failure).not.toBeInstanceOf(UnknownOutcomeError);
    expect(String(failure)).toContain('Allow it for this access key');
    expect(proxy.requests).toHaveLength(1);
    proxy.clear();
    expect(new Set(await direct().list(''))).toEqual(new Set(KEYS));
  });

  test('a server that cannot be reached has done nothing', async () => {
    const closed = await FaultProxy.start(server());
    const driver = open(closed.environment);
    await closed.stop();
    const failure = await driver.create('a/new', BYTES).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(DriverError);
    expect(failure).not.toBeInstanceOf(UnknownOutcomeError);
    expect(String(failure)).toMatch(/a\/new could not be written: the server cannot be reached .*Check S3_ENDPOINT/);
  });

  test('an answer that is lost before the first write: nothing has been written, and that is certain', async () => {
    const driver = open(proxy.environment);
    proxy.set('the answer is lost');
    const failure = await driver.create('a/new', BYTES).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(DriverError);
    expect(failure).not.toBeInstanceOf(UnknownOutcomeError);
    expect(String(failure)).toContain(`${place}/a/new could not be written: the server`);
    proxy.clear();
    expect(await direct().get('a/new')).toBeUndefined();
    expect(await driver.create('a/new', BYTES)).toBe('created');
  });

  test('an object whose bytes are wrong each time is the damaged object that it is', async () => {
    const driver = await prepare();
    proxy.set('the bytes are wrong, always the same', { method: 'GET' });
    expect(Buffer.from((await driver.get('a/1')) ?? []).toString()).toBe(`?${BYTES.toString().slice(1)}`);
    expect(proxy.requests).toHaveLength(2);
  });

  test('a bucket in which the server overwrites objects is refused before anything is written', async () => {
    place = newS3Place({ ...server(), bucket: await makeVersionedBucket(server()) });
    for (const driver of [direct(), direct()])
      await expect(driver.create('releases/000001.json', BYTES)).rejects.toThrow(
        'the server overwrites objects in spite of "If-None-Match: *". Releases could be lost here.',
      );
    expect(await direct().list('')).toEqual([]);
  });

  const LOSSES = ['the answer is lost', 'the server answers 500 after success'] as const;
  const [ROUNDS, losses] = IS_ON_CEPH ? [5, LOSSES] : [1, LOSSES.slice(0, 1)];

  test.each(losses)('%s: of 20 racing creations exactly one wins, and its bytes are there', async (fault) => {
    const drivers = Array.from({ length: 20 }, () => open(proxy.environment));
    for (let round = 1; round <= ROUNDS; round += 1) {
      proxy.set(fault, { method: 'PUT', after: round, times: 10 });
      const key = `race/${String(round)}`;
      const texts = drivers.map((_, index) => `writer ${String(index)}`);
      const results = await Promise.all(
        drivers.map((driver, index) => driver.create(key, Buffer.from(texts[index] ?? ''))),
      );
      expect(results.filter((result) => result === 'created')).toHaveLength(1);
      const bytes = Buffer.from((await direct().get(key)) ?? []).toString();
      expect(bytes).toBe(texts[results.indexOf('created')]);
    }
  });

  describe('a store', () => {
    let sample: SampleStore;
    beforeEach(async () => {
      sample = await SampleStore.make(openMemoryStore(open(proxy.environment, { ...LIMITS, pageKeys: 1000 })));
      await sample.publish('mfe-hubs', '1.1.0');
    });
    afterEach(() => sample.remove());

    const problems = async () => (await verifyStore(sample.store)).problems;

    test.each(losses)('%s: who released hears so, and nobody else released', async (fault) => {
      proxy.set(fault, { method: 'PUT', times: 3 });
      const writers = ['a', 'b', 'c'].map((by) => promoteAll(sample.store, { 'mfe-hubs': '1.1.0' }, { by, expect: 1 }));
      const outcomes = await Promise.allSettled(writers);
      proxy.clear();
      const won = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value.release] : []));
      const lost = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []));
      expect(won).toMatchObject([{ number: 2 }]);
      expect(lost).toEqual([expect.any(ReleaseConflictError), expect.any(ReleaseConflictError)]);
      expect(await sample.store.latestRelease()).toMatchObject({ number: 2, createdBy: won[0]?.createdBy });
      expect(await problems()).toEqual([]);
    });

    test.each([
      ['the connection ends in the middle of a request', 2],
      ['the answer is lost', 1],
    ] as const)('%s: a file is sent again as a whole, if it has not come', async (fault, sent) => {
      const bytes = randomBytes(3_000_000);
      const path = join(sample.folder, 'file');
      await writeFile(path, bytes);
      proxy.set(fault, { method: 'PUT', times: 1 });
      const file = { path, size: bytes.length, sha256: sha256Hex(bytes) };
      expect(await sample.store.driver.create('a/file', file)).toBe('created');
      expect(proxy.requests.filter((request) => request.startsWith('PUT'))).toHaveLength(sent);
      expect(Buffer.from((await direct().get('a/file')) ?? []).equals(bytes)).toBe(true);
    });

    test('a file that the store has is not sent again', async () => {
      const path = join(sample.folder, 'file');
      await writeFile(path, BYTES);
      const file = { path, size: BYTES.length, sha256: sha256Hex(BYTES) };
      expect(await sample.store.driver.create('a/file', file)).toBe('created');
      const sent = () => proxy.requests.filter((request) => request.startsWith('PUT')).length;
      const before = sent();
      expect(await sample.store.driver.create('a/file', file)).toBe('exists');
      expect(sent()).toBe(before);
    });
  });
});

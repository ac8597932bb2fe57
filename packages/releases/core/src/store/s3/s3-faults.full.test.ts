import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { SampleStore } from '../../operations/testing.ts';
import { verifyStore } from '../../operations/verify-store.ts';
import { promoteAll } from '../../testing.ts';
import type { StoreDriver } from '../../format/driver.ts';
import { DriverError, UnknownOutcomeError } from '../../format/driver.ts';
import { ReleaseConflictError } from '../errors.ts';
import { sha256Hex } from '../../format/integrity.ts';
import { openMemoryStore } from '../memory-store.ts';
import { describeS3, IS_ON_CEPH } from '../testing/describe-s3.ts';
import { FaultProxy } from '../testing/fault-proxy.ts';
import type { FaultName } from '../testing/fault-proxy.ts';
import { makeVersionedBucket, newS3Place } from '../testing/s3-servers.ts';
import { s3Driver } from './s3-driver.ts';
import { getFailure } from './s3-failure.ts';
import { readS3Address, readS3Settings } from './s3-settings.ts';

const LIMITS = { silenceMs: 10_000, tries: 3, pauseMs: 1, pageKeys: 2 };
/** For servers that say nothing, or little; a test waits that long. */
const SHORT = { ...LIMITS, silenceMs: 900, tries: 2 };
const SLOW: ReadonlySet<FaultName> = new Set(['the server says nothing', 'the answer trickles']);
const BYTES = Buffer.from('the bytes of an object');
const KEYS = ['a/1', 'a/2', 'a/3'];
const findText = (bytes: Uint8Array | undefined) => bytes && Buffer.from(bytes).toString();

type Operation = 'create' | 'get' | 'has' | 'list' | 'remove';
const ALL: readonly Operation[] = ['create', 'get', 'has', 'list', 'remove'];

/**
 * Faults that pass, so that another try succeeds: what is told while they last, and which operations they concern; all,
 * unless given.
 */
const PASSING: readonly (readonly [FaultName, told: string, concerned?: readonly Operation[]])[] = [
  ['the answer is lost', 'other side closed'],
  ['the request is lost', 'other side closed'],
  ['the connection ends in the middle of a request', 'other side closed'],
  ['the connection ends in the middle of an answer', 'other side closed'],
  ['the server says nothing', '1 s'],
  ['the answer trickles', 'too slow', ['get', 'list']],
  ['the server answers 500 after success', '500 InternalError'],
  ['the server answers 500', '500 InternalError'],
  ['a proxy answers for the server', '502'],
  ['the server answers 409', '409 ConditionalRequestConflict', ['create']],
  ['the server is overloaded', '503 SlowDown'],
  ['the clocks differ', '403 RequestTimeTooSkewed'],
  ['the bytes are wrong, others each time', 'other bytes', ['get']],
  ['a list is cut off', 'a list', ['list']],
  ['a list has no next page', 'a list', ['list']],
  ['a list has fewer keys than it says', 'a list', ['list']],
  ['a page is given instead of a list', 'a list', ['list']],
];
/** The server has refused the request before it did anything. */
const CERTAIN: ReadonlySet<FaultName> = new Set(['the server is overloaded', 'the clocks differ']);

test.each<[status: number, code: string, isTemporary: boolean, mayBeDone: boolean, remedy: string]>([
  [403, 'AccessDenied', false, false, 'docs/store.md'],
  [404, 'NoSuchBucket', false, false, 'bucket'],
  [403, 'InvalidAccessKeyId', false, false, 'AWS_ACCESS_KEY_ID'],
  [403, 'SignatureDoesNotMatch', false, false, 'AWS_SECRET_ACCESS_KEY'],
  [400, 'ExpiredToken', false, false, 'AWS_SESSION_TOKEN'],
  [400, 'InvalidToken', false, false, 'AWS_SESSION_TOKEN'],
  [403, 'RequestTimeTooSkewed', false, false, 'clock'],
  [403, 'QuotaExceeded', false, false, 'quota'],
  [301, 'PermanentRedirect', false, false, 'AWS_REGION'],
  [503, 'SlowDown', true, false, 'wait'],
  [400, 'RequestTimeout', true, false, ''],
  [429, 'TooManyRequests', true, false, ''],
  [501, 'NotImplemented', false, false, 'If-None-Match'],
  [500, 'InternalError', true, true, 'S3_ENDPOINT'],
  [409, 'ConditionalRequestConflict', true, true, ''],
  [412, 'PreconditionFailed', false, false, ''],
])('what an answer %i %s means', (status, code, isTemporary, mayBeDone, remedy) => {
  const { message, details } = getFailure(status, Buffer.from(`<Error><Code>${code}</Code></Error>`));
  expect(message).toContain(`${String(status)} ${code}`);
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

  /** What each operation does, what it gives, and what is there afterwards. */
  const OPERATIONS: Readonly<
    Record<Operation, readonly [(driver: StoreDriver) => Promise<unknown>, unknown, readonly string[]]>
  > = {
    create: [(driver) => driver.create('a/new', BYTES), 'created', [...KEYS, 'a/new']],
    get: [async (driver) => findText(await driver.get('a/1')), BYTES.toString(), KEYS],
    has: [(driver) => driver.has('a/1'), true, KEYS],
    list: [async (driver) => [...(await driver.list('a/'))].sort(), KEYS, KEYS],
    remove: [(driver) => driver.remove('a/1'), undefined, KEYS.slice(1)],
  };
  const failureOfOperation = (driver: StoreDriver, operation: Operation): Promise<unknown> =>
    OPERATIONS[operation][0](driver).catch((error: unknown) => error);

  // Tests that wait belong to the full run.
  describe.each(PASSING.filter(([fault]) => IS_ON_CEPH || !SLOW.has(fault)))('%s', (fault, told, concerned = ALL) => {
    const limits = SLOW.has(fault) ? SHORT : LIMITS;
    const operations = IS_ON_CEPH ? concerned : concerned.slice(0, 1);

    test.each(operations)('once: %s succeeds, and nothing is done twice', async (operation) => {
      const driver = await prepare(limits);
      proxy.set(fault, { times: 1 });
      const [run, done, left] = OPERATIONS[operation];
      expect(await run(driver)).toEqual(done);
      expect(new Set(await direct().list(''))).toEqual(new Set(left));
    });

    test.each(operations)('always: %s says what to do, and nothing is half-done', async (operation) => {
      const driver = await prepare(limits);
      proxy.set(fault);
      const failure = await failureOfOperation(driver, operation);
      expect(failure).toBeInstanceOf(DriverError);
      const isUnknown = operation === 'create' && !CERTAIN.has(fault);
      expect(failure instanceof UnknownOutcomeError).toBe(isUnknown);
      expect(String(failure)).toContain(told);
      proxy.clear();
      const found = await direct().get('a/new');
      expect([undefined, BYTES.toString()]).toContain(findText(found));
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
    const failure = await failureOfOperation(driver, operation);
    expect(failure).toBeInstanceOf(DriverError);
    expect(failure).not.toBeInstanceOf(UnknownOutcomeError);
    expect(proxy.requests).toHaveLength(1);
    proxy.clear();
    expect(new Set(await direct().list(''))).toEqual(new Set(KEYS));
  });

  test('a server that cannot be reached has done nothing', async () => {
    const closed = await FaultProxy.start(server());
    const driver = open(closed.environment);
    await closed.stop();
    const failure = await failureOfOperation(driver, 'create');
    expect(failure).toBeInstanceOf(DriverError);
    expect(failure).not.toBeInstanceOf(UnknownOutcomeError);
    expect(String(failure)).toMatch(/a\/new .*S3_ENDPOINT/);
  });

  test('an answer that is lost before the first write: nothing has been written, and that is certain', async () => {
    const driver = open(proxy.environment);
    proxy.set('the answer is lost');
    const failure = await failureOfOperation(driver, 'create');
    expect(failure).toBeInstanceOf(DriverError);
    expect(failure).not.toBeInstanceOf(UnknownOutcomeError);
    proxy.clear();
    expect(await direct().get('a/new')).toBeUndefined();
    expect(await driver.create('a/new', BYTES)).toBe('created');
  });

  test('an object whose bytes are wrong each time is the damaged object that it is', async () => {
    const driver = await prepare();
    proxy.set('the bytes are wrong, always the same', { method: 'GET' });
    expect(findText(await driver.get('a/1'))).toBe(`?${BYTES.toString().slice(1)}`);
    expect(proxy.requests).toHaveLength(2);
  });

  test('a bucket in which the server overwrites objects is refused before anything is written', async () => {
    place = newS3Place({ ...server(), bucket: await makeVersionedBucket(server()) });
    for (const driver of [direct(), direct()])
      await expect(driver.create('releases/000001.json', BYTES)).rejects.toThrow('"If-None-Match: *"');
    expect(await direct().list('')).toEqual([]);
  });

  test.each([
    ['has no objects yet', false],
    ['has been written to before', true],
  ])('a server that drops metadata is refused where the place %s', async (_, isKnown) => {
    if (isKnown) await direct().create('a/1', BYTES);
    const before = await direct().list('');
    proxy.set('the metadata are dropped');
    await expect(open(proxy.environment).create('releases/000001.json', BYTES)).rejects.toThrow('metadata');
    expect(await direct().list('')).toEqual(before);
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
      expect(findText(await direct().get(key))).toBe(texts[results.indexOf('created')]);
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
      const puts = () => proxy.requests.filter((request) => request.startsWith('PUT'));
      expect(puts()).toHaveLength(sent);
      expect(Buffer.from((await direct().get('a/file')) ?? []).equals(bytes)).toBe(true);
      // What the store has is not sent at all.
      expect(await sample.store.driver.create('a/file', file)).toBe('exists');
      expect(puts()).toHaveLength(sent);
    });
  });
});

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { DriverError } from '../../format/driver.ts';
import { sha256Hex } from '../../format/integrity.ts';
import type { Publication } from '../../operations/publish-version.ts';
import { publishVersion } from '../../operations/publish-version.ts';
import { verifyStore } from '../../operations/verify-store.ts';
import { SampleStore } from '../../operations/testing.ts';
import type { Store } from '../store.ts';
import type { DriverSource } from './run-child.ts';
import { openSharedStore, startChild } from './run-child.ts';
import { promoteAll, rollBack, yank } from '../../testing.ts';
import type { ChangeResult } from '../../operations/apply-request.ts';

/** A place that several processes can write to, for one test. */
export interface SharedLocation {
  readonly source: DriverSource;
  /** Half-written files of interrupted writers. */
  leftBehind(): Promise<readonly string[]>;
  remove(): Promise<void>;
}

/** A place that becomes full. */
export interface SmallLocation extends SharedLocation {
  /** A number of bytes that never fits. */
  readonly tooMuch: number;
  /** Takes all space that is left. */
  fill(): Promise<void>;
  makeRoom(): Promise<void>;
}

/** A driver whose objects remain after its process has ended. */
interface DurableDriver {
  readonly name: string;
  /** Moments within a write that it reports, in order. */
  readonly moments: readonly string[];
  /** The moment from which an object is visible. */
  readonly visibleFrom: string;
  make(): Promise<SharedLocation>;
  /** Undefined for a driver without a disk of its own. */
  readonly makeSmall?: (() => Promise<SmallLocation>) | undefined;
}

/**
 * How often a process is killed at a moment. That does not depend on chance; more rounds see what the ones before have
 * left.
 */
const KILLS = 2;
/** Processes that write at once. */
const WRITERS = 20;
/** How often a part is rolled back and promoted on a full store. */
const FULL_ROUNDS = 10;
/** Writes of a publication of two files: then the manifest, and last the log's entry. */
const WRITES = 4;
const SIZE = 200_000;
/** A moment that only long objects have, and no entry of the log. */
const HALF = 'half-written';
/** More than a driver writes in one step, so that a write can be interrupted in the middle. */
const LONG = 'x'.repeat(70_000);

const open = ({ source }: SharedLocation): Store => openSharedStore(source);

async function repeat(times: number, run: (round: number) => Promise<void>): Promise<void> {
  for (let round = 1; round <= times; round += 1) await run(round);
}

/**
 * The tests that a durable driver has to pass besides `describeDriver`: processes that are killed, and full disks if it
 * has one.
 */
export function describeDurableDriver(driver: DurableDriver): void {
  describe(`processes that write to ${driver.name}`, () => {
    jest.setTimeout(900_000);
    let location: SharedLocation;
    let sample: SampleStore;

    beforeEach(async () => {
      location = await driver.make();
      sample = await SampleStore.make(open(location));
      for (const version of ['1.1.0', '1.2.0']) await sample.publish('mfe-hubs', version);
    });
    afterEach(async () => {
      await sample.remove();
      await location.remove();
    });

    const problems = async () => (await verifyStore(sample.store)).problems;

    test(`of ${String(WRITERS)} processes based on one release exactly one wins; every other gets a conflict that lists the changes since`, async () => {
      const children = Array.from({ length: WRITERS }, (_, index) =>
        startChild({
          source: location.source,
          operation: { is: 'promote', name: 'mfe-hubs', version: '1.1.0', by: `writer ${String(index)}`, expect: 1 },
          wait: true,
        }),
      );
      await Promise.all(children.map(({ ready }) => ready));
      for (const child of children) child.go();
      const outcomes = await Promise.all(children.map(({ ended }) => ended));
      const winner = (await sample.store.latestRelease())?.createdBy;
      expect(outcomes.filter(({ stderr }) => stderr !== '')).toEqual([]);
      const losers = outcomes.map(({ output }) => output).filter((output) => JSON.stringify(output) !== '{"won":2}');
      expect(losers).toHaveLength(WRITERS - 1);
      for (const output of losers)
        expect(output).toMatchObject({ lost: expect.stringContaining('mfe-hubs 1.0.0 -> 1.1.0'), liveBy: winner });
      expect(await sample.store.releaseNumbers()).toEqual([1, 2]);
      expect(await problems()).toEqual([]);
    });

    test.each(driver.moments)(
      'a writer of a file that is killed at "%s" leaves a complete object or none, and does not block the next writer',
      async (moment) => {
        const isVisible = driver.moments.indexOf(moment) >= driver.moments.indexOf(driver.visibleFrom);
        const bytes = Buffer.alloc(SIZE, 'a');
        const file = { path: join(sample.folder, 'file'), size: SIZE, sha256: sha256Hex(bytes) };
        await writeFile(file.path, bytes);
        const operation = { is: 'create', key: 'race/object', file } as const;
        const { ended } = startChild({ source: location.source, operation, dieAt: { moment, times: 1 } });
        expect(await ended).toMatchObject({ signal: 'SIGKILL', stderr: '' });
        const left = await sample.store.driver.get(operation.key);
        expect(left && Buffer.from(left).toString()).toBe(isVisible ? 'a'.repeat(SIZE) : undefined);
        const next = await sample.store.driver.create(operation.key, Buffer.alloc(SIZE, 'b'));
        expect(next).toBe(isVisible ? 'exists' : 'created');
      },
    );

    test.each(driver.moments)(
      'a promotion that is killed at "%s" leaves the old release or the new one, never half of it',
      async (moment) => {
        const isVisible = driver.moments.indexOf(moment) >= driver.moments.indexOf(driver.visibleFrom);
        await repeat(KILLS, async (round) => {
          const before = await sample.store.latestRelease();
          const version = round % 2 === 0 ? '1.1.0' : '1.2.0';
          const operation = { is: 'promote', name: 'mfe-hubs', version, by: 'a killed writer', reason: LONG } as const;
          const { ended } = startChild({
            source: location.source,
            operation,
            dieAt: { moment, times: moment === HALF ? 1 : 2 },
          });
          expect(await ended).toMatchObject({ signal: 'SIGKILL', stderr: '' });
          const after = await sample.store.latestRelease();
          expect(after?.number).toBe(Number(before?.number) + Number(isVisible));
          expect(after?.remotes['mfe-hubs']?.version).toBe(isVisible ? version : before?.remotes['mfe-hubs']?.version);
          expect(await problems()).toEqual([]);
        });
      },
    );

    test('a promotion that is killed between its release and its entry is no release, and the next one skips its number', async () => {
      await repeat(KILLS, async () => {
        const before = await sample.store.latestRelease();
        const operation = { is: 'promote', name: 'mfe-hubs', version: '1.1.0', by: 'a killed writer' } as const;
        const dieAt = { moment: driver.moments.at(-1) ?? '', times: 1 };
        const killed = await startChild({ source: location.source, operation, dieAt }).ended;
        expect(killed).toMatchObject({ signal: 'SIGKILL', stderr: '' });
        expect(await sample.store.latestRelease()).toEqual(before);
        expect(await verifyStore(sample.store)).toMatchObject({
          problems: [],
          notices: expect.arrayContaining([expect.objectContaining({ notice: expect.any(String) })]),
        });
        const { release } = await promoteAll(sample.store, { 'mfe-hubs': '1.2.0' });
        expect(release.number).toBe(Number(before?.number) + 2);
        await rollBack(sample.store, 'mfe-hubs', '1.0.0');
        expect(await problems()).toEqual([]);
      });
    });

    test('a writer waits for the entry of a release that another one has begun, and is overtaken by it', async () => {
      let begun: Promise<unknown> | undefined;
      const other = openSharedStore(location.source, undefined, 60_000);
      // The other one begins once the first one has created its release, and before its entry.
      const store = openSharedStore(location.source, {
        onMoment(moment) {
          if (moment === driver.moments.at(-1)) begun ??= promoteAll(other, { 'mfe-hubs': '1.2.0' }, { expect: 1 });
        },
      });
      const { release } = await promoteAll(store, { 'mfe-hubs': '1.1.0' }, { by: 'the first' });
      expect(release.number).toBe(2);
      await expect(begun).rejects.toMatchObject({
        name: 'ReleaseConflictError',
        live: { number: 2, createdBy: 'the first' },
      });
      expect(await sample.store.releaseNumbers()).toEqual([1, 2]);
    });

    test.each(driver.moments)(
      'a publication that is killed at "%s" can be repeated, and every listed version is complete',
      async (moment) => {
        const contents = { 'entry.js': LONG, 'main.js': LONG };
        // So that the write of the manifest, too, can be interrupted in the middle.
        const title = { en: 'x'.repeat(15), de: 'x'.repeat(15), fr: 'x'.repeat(15), nl: 'x'.repeat(15) };
        const keys = ['title', ...Array.from({ length: 499 }, (_, index) => `t${String(index)}`)];
        const texts = Object.fromEntries(keys.map((key) => [key, title]));
        const writes = moment === HALF ? WRITES - 1 : WRITES;
        await repeat(Math.max(writes, KILLS), async (round) => {
          const version = `2.0.${String(round)}`;
          const named = Object.fromEntries(Object.entries(contents).map(([file, text]) => [file, text + version]));
          const folder = await sample.build('mfe-hubs', version, { contents: named, declaration: { texts } });
          const operation = { is: 'publish', folder } as const;
          const dieAt = { moment, times: ((round - 1) % writes) + 1 };
          const killed = await startChild({ source: location.source, operation, dieAt }).ended;
          expect(killed).toMatchObject({ signal: 'SIGKILL', stderr: '' });
          // The last write is the entry: it makes the version count.
          const isVisible = driver.moments.indexOf(moment) >= driver.moments.indexOf(driver.visibleFrom);
          expect((await sample.store.versions('mfe-hubs')).includes(version)).toBe(isVisible && dieAt.times === WRITES);
          expect(await problems()).toEqual([]);
          await publishVersion(sample.store, { folder });
          expect(await sample.store.versions('mfe-hubs')).toContain(version);
          expect(await problems()).toEqual([]);
        });
      },
    );

    const { makeSmall } = driver;
    if (!makeSmall) return;

    test('a full store creates nothing, keeps its objects, and creates the object once there is room', async () => {
      const full = await makeSmall();
      try {
        const store = open(full);
        await store.driver.create('before', Buffer.from('kept'));
        await full.fill();
        const bytes = Buffer.alloc(full.tooMuch, 'x');
        await expect(store.driver.create('releases/000001.json', bytes)).rejects.toThrow(DriverError);
        expect(await store.driver.get('releases/000001.json')).toBeUndefined();
        expect(await store.releaseNumbers()).toEqual([]);
        expect(Buffer.from((await store.driver.get('before')) ?? []).toString()).toBe('kept');
        expect(await full.leftBehind()).toEqual([]);
        await full.makeRoom();
        expect(await store.driver.create('releases/000001.json', bytes)).toBe('created');
        expect((await store.driver.get('releases/000001.json'))?.length).toBe(full.tooMuch);
      } finally {
        await full.remove();
      }
    });

    test('rollbacks, promotions and a yank fit on a full store, again and again', async () => {
      const full = await makeSmall();
      const small = await SampleStore.make(open(full));
      try {
        await small.publish('mfe-hubs', '1.1.0');
        await promoteAll(small.store, { 'mfe-hubs': '1.1.0' });
        await full.fill();
        for (let round = 1; round <= FULL_ROUNDS; round += 1) {
          expect(await rollBack(small.store, 'mfe-hubs', '1.0.0')).toMatchObject({ warnings: [] });
          await full.fill();
          expect(await promoteAll(small.store, { 'mfe-hubs': '1.1.0' })).toMatchObject({ warnings: [] });
          await full.fill();
        }
        const { release } = await rollBack(small.store, 'mfe-hubs');
        expect(release).toMatchObject({ number: 3 + 2 * FULL_ROUNDS, remotes: { 'mfe-hubs': { version: '1.0.0' } } });
        await yank(small.store, 'mfe-hubs', '1.1.0');
        expect(await small.store.markedVersions('yanked', 'mfe-hubs')).toEqual(['1.1.0']);
        expect((await verifyStore(small.store)).problems).toEqual([]);
        await full.makeRoom();
        await small.publish('mfe-hubs', '1.2.0');
      } finally {
        await small.remove();
        await full.remove();
      }
    });

    test.each(driver.moments)(
      'an error at "%s" says whether the request was carried out and whether to repeat it',
      async (moment) => {
        const isDone = driver.moments.indexOf(moment) >= driver.moments.indexOf(driver.visibleFrom);
        let isFaulty = true;
        const onMoment = (at: string) => {
          if (isFaulty && at === moment) throw Object.assign(new Error('ENOSPC: no space left'), { code: 'ENOSPC' });
        };
        const store = openSharedStore(location.source, { onMoment });
        const readWarning = async (operation: Promise<ChangeResult | Publication>): Promise<string> => {
          const result = await operation.catch((error: unknown) => ({ warnings: [String(error)] }));
          return 'warnings' in result ? result.warnings.join() : 'none';
        };
        const [notDone, doNotRepeat, doRepeat] = [
          'DriverError: .*ENOSPC',
          '^Release 2 .*ENOSPC',
          'UnsettledError: .*ENOSPC',
        ];
        expect(await readWarning(promoteAll(store, { 'mfe-hubs': '1.1.0' }, { reason: LONG }))).toMatch(
          new RegExp(isDone ? doNotRepeat : notDone),
        );
        expect(await sample.store.releaseNumbers()).toEqual(isDone ? [1, 2] : [1]);
        expect(await location.leftBehind()).toEqual([]);
        const folder = await sample.build('mfe-hubs', '1.3.0', { contents: { 'entry.js': LONG } });
        expect(await readWarning(publishVersion(store, { folder }))).toMatch(new RegExp(isDone ? doRepeat : notDone));
        isFaulty = false;
        expect(await promoteAll(store, { 'mfe-hubs': '1.1.0' }, { reason: LONG })).toMatchObject({
          release: { number: 2 },
          warnings: [],
        });
        expect(await publishVersion(store, { folder })).toMatchObject({ result: 'published' });
        expect(await problems()).toEqual([]);
      },
    );
  });
}

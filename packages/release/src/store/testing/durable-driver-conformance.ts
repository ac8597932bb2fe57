import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { DriverError } from '../driver.ts';
import type { Publication } from '../../operations/publish-version.ts';
import { publishVersion } from '../../operations/publish-version.ts';
import { verifyStore } from '../../operations/verify-store.ts';
import { SampleStore } from '../../operations/testing.ts';
import type { Store } from '../store.ts';
import { openStore } from '../store.ts';
import type { DriverSource } from './run-child.ts';
import { openDriver, startChild } from './run-child.ts';
import { promoteAll } from '../../testing.ts';
import type { ChangeResult } from '../../operations/create-release.ts';

/** A place that several processes can write to, for one test. */
export interface SharedLocation {
  readonly source: DriverSource;
  /** Half-written files of interrupted writers. */
  leftBehind(): Promise<readonly string[]>;
  remove(): Promise<void>;
}

/** A place that becomes full. */
export interface SmallLocation extends SharedLocation {
  /** Bytes that do not fit in any more. */
  readonly tooMuch: number;
  makeRoom(): Promise<void>;
}

/** A driver whose objects outlive the process. */
export interface DurableDriver {
  readonly name: string;
  /** Moments within a write that it reports, in their order. */
  readonly moments: readonly string[];
  /** The moment from which on an object is there. */
  readonly thereFrom: string;
  make(): Promise<SharedLocation>;
  makeSmall(): Promise<SmallLocation>;
}

/** How often what has to do with chance is repeated: once, and 20 times by `npm run test:full`; but each write of a publication is killed. */
const REPEATS = Number(process.env['TEST_REPEATS'] ?? 1);
/** Each is a process. */
const WRITERS = REPEATS > 1 ? 50 : 10;
/** What a publication of two files writes, the manifest last. */
const WRITES = 3;
const SIZE = 200_000;
/** More than a driver writes at once, so that writes have a middle. */
const LONG = 'x'.repeat(70_000);
const LONG_MS = 900_000;

async function open({ source }: SharedLocation): Promise<Store> {
  return openStore(await openDriver(source));
}

/** One turn after the other. */
async function inTurn(times: number, run: (turn: number) => Promise<void>): Promise<void> {
  for (let turn = 1; turn <= times; turn += 1) await run(turn);
}

/** What a durable driver has to do beside `describeDriver`: writers are processes of their own, which may be killed, and places become full. */
export function describeDurableDriver(driver: DurableDriver): void {
  describe(`processes that write to ${driver.name}`, () => {
    let location: SharedLocation;
    let sample: SampleStore;

    beforeEach(async () => {
      location = await driver.make();
      sample = await SampleStore.make(await open(location));
      for (const version of ['1.1.0', '1.2.0']) await sample.publish('mfe-hubs', version);
    });
    afterEach(async () => {
      await sample.remove();
      await location.remove();
    });

    const problems = async () => (await verifyStore(sample.store)).problems;

    test(
      `of ${String(WRITERS)} processes on one base exactly one wins, and every other is told what changed`,
      async () => {
        const children = Array.from({ length: WRITERS }, (_, index) =>
          startChild({
            source: location.source,
            act: { is: 'promote', name: 'mfe-hubs', version: '1.1.0', by: `writer ${String(index)}`, expect: 1 },
            wait: true,
          }),
        );
        await Promise.all(children.map(({ ready }) => ready));
        for (const child of children) child.go();
        const outcomes = await Promise.all(children.map(({ ended }) => ended));
        const winner = (await sample.store.latestRelease())?.createdBy;
        expect(outcomes.filter(({ stderr }) => stderr !== '')).toEqual([]);
        expect(
          outcomes.map(({ output }) => output).filter((output) => JSON.stringify(output) === '{"won":2}'),
        ).toHaveLength(1);
        const losers = outcomes.map(({ output }) => output).filter((output) => JSON.stringify(output) !== '{"won":2}');
        for (const output of losers)
          expect(output).toMatchObject({
            lost: expect.stringContaining(
              `by ${String(winner)} (in a race) is live now. Since then: mfe-hubs 1.0.0 -> 1.1.0`,
            ),
            liveBy: winner,
          });
        expect(await sample.store.releaseNumbers()).toEqual([1, 2]);
        expect(await problems()).toEqual([]);
      },
      LONG_MS,
    );

    test.each(driver.moments)(
      'a writer that is killed at "%s" leaves an object whole or not at all, and nothing in the way of the next',
      async (moment) => {
        const isThere = driver.moments.indexOf(moment) >= driver.moments.indexOf(driver.thereFrom);
        await inTurn(REPEATS, async (turn) => {
          const key = `race/object-${String(turn)}`;
          const act = { is: 'create', key, size: SIZE, fill: 'a' } as const;
          const { ended } = startChild({ source: location.source, act, dieAt: { moment, times: 1 } });
          expect(await ended).toMatchObject({ signal: 'SIGKILL', stderr: '' });
          const left = await sample.store.driver.get(key);
          expect(left === undefined ? left : Buffer.from(left).toString()).toBe(isThere ? 'a'.repeat(SIZE) : undefined);
          const next = await sample.store.driver.create(key, Buffer.alloc(SIZE, 'b'));
          expect(next).toBe(isThere ? 'exists' : 'created');
        });
      },
      LONG_MS,
    );

    test.each(driver.moments)(
      'a promotion that is killed at "%s" leaves the old release or the new one, never half of it',
      async (moment) => {
        const isThere = driver.moments.indexOf(moment) >= driver.moments.indexOf(driver.thereFrom);
        await inTurn(REPEATS, async (turn) => {
          const before = await sample.store.latestRelease();
          const version = turn % 2 === 0 ? '1.1.0' : '1.2.0';
          const act = { is: 'promote', name: 'mfe-hubs', version, by: 'who dies', reason: LONG } as const;
          const { ended } = startChild({ source: location.source, act, dieAt: { moment, times: 1 } });
          expect(await ended).toMatchObject({ signal: 'SIGKILL', stderr: '' });
          const after = await sample.store.latestRelease();
          expect(after?.number).toBe(Number(before?.number) + Number(isThere));
          expect(after?.remotes['mfe-hubs']?.version).toBe(isThere ? version : before?.remotes['mfe-hubs']?.version);
          expect(await problems()).toEqual([]);
        });
      },
      LONG_MS,
    );

    test.each(driver.moments)(
      'a publication that is killed at "%s", file by file, can be repeated, and a version that is found is whole',
      async (moment) => {
        const contents = { 'entry.js': LONG, 'main.js': LONG };
        // So that the manifest, too, has a middle.
        const texts = { title: { en: LONG, de: 'd', fr: 'f', nl: 'n' } };
        await inTurn(Math.max(WRITES, REPEATS), async (turn) => {
          const version = `2.0.${String(turn)}`;
          const named = Object.fromEntries(Object.entries(contents).map(([file, text]) => [file, text + version]));
          const folder = await sample.build('mfe-hubs', version, { contents: named, declaration: { texts } });
          const act = { is: 'publish', folder } as const;
          const dieAt = { moment, times: ((turn - 1) % WRITES) + 1 };
          const killed = await startChild({ source: location.source, act, dieAt }).ended;
          expect(killed).toMatchObject({ signal: 'SIGKILL', stderr: '' });
          // The last write is the manifest's: with it the version is there.
          const isThere = driver.moments.indexOf(moment) >= driver.moments.indexOf(driver.thereFrom);
          expect((await sample.store.versions('mfe-hubs')).includes(version)).toBe(isThere && dieAt.times === WRITES);
          expect(await problems()).toEqual([]);
          await publishVersion(sample.store, { folder });
          expect(await sample.store.versions('mfe-hubs')).toContain(version);
          expect(await problems()).toEqual([]);
        });
      },
      LONG_MS,
    );

    test('a place that is full refuses whole, keeps what it has, and takes the same again when there is room', async () => {
      const narrow = await driver.makeSmall();
      try {
        const store = await open(narrow);
        await store.driver.create('before', Buffer.from('kept'));
        const bytes = Buffer.alloc(narrow.tooMuch, 'x');
        await expect(store.driver.create('releases/000001.json', bytes)).rejects.toThrow(DriverError);
        expect(await store.driver.get('releases/000001.json')).toBeUndefined();
        expect(await store.releaseNumbers()).toEqual([]);
        expect(Buffer.from((await store.driver.get('before')) ?? []).toString()).toBe('kept');
        expect(await narrow.leftBehind()).toEqual([]);
        await narrow.makeRoom();
        expect(await store.driver.create('releases/000001.json', bytes)).toBe('created');
        expect((await store.driver.get('releases/000001.json'))?.length).toBe(narrow.tooMuch);
      } finally {
        await narrow.remove();
      }
    });

    test('a promotion on a place that is full changes nothing, and works when there is room', async () => {
      const narrow = await driver.makeSmall();
      const small = await SampleStore.make(await open(narrow));
      try {
        await small.publish('mfe-hubs', '1.1.0');
        const request = { by: 'who lacks room', reason: 'x'.repeat(narrow.tooMuch) };
        await expect(promoteAll(small.store, { 'mfe-hubs': '1.1.0' }, request)).rejects.toThrow('could not be written');
        expect(await small.store.releaseNumbers()).toEqual([1]);
        expect((await verifyStore(small.store)).problems).toEqual([]);
        await narrow.makeRoom();
        expect(await promoteAll(small.store, { 'mfe-hubs': '1.1.0' }, request)).toMatchObject({
          release: { number: 2 },
          warnings: [],
        });
      } finally {
        await small.remove();
        await narrow.remove();
      }
    });

    test.each(driver.moments)(
      'an error at "%s" is told as what it is: not done, and can be given again; or done, and must not be',
      async (moment) => {
        const isDone = driver.moments.indexOf(moment) >= driver.moments.indexOf(driver.thereFrom);
        let isFaulty = true;
        const onMoment = (at: string) => {
          if (isFaulty && at === moment) throw Object.assign(new Error('ENOSPC: no space left'), { code: 'ENOSPC' });
        };
        const store = openStore(await openDriver(location.source, { onMoment }));
        const toldOf = async (act: Promise<ChangeResult | Publication>): Promise<string> => {
          const told = await act.catch((error: unknown) => ({ warnings: [String(error)] }));
          return 'warnings' in told ? told.warnings.join() : 'nothing';
        };
        const [notDone, unsure, again] = [
          'DriverError: .* could not be written: ENOSPC: no space left. Free space',
          '^Release 2 is written, but .* outlive a power cut: ENOSPC: no space left. Do not give the command again',
          'UnsettledError: .* outlive a power cut: ENOSPC: no space left. .* which makes sure of it',
        ];
        expect(await toldOf(promoteAll(store, { 'mfe-hubs': '1.1.0' }, { reason: LONG }))).toMatch(
          new RegExp(isDone ? unsure : notDone),
        );
        expect(await sample.store.releaseNumbers()).toEqual(isDone ? [1, 2] : [1]);
        expect(await location.leftBehind()).toEqual([]);
        const folder = await sample.build('mfe-hubs', '1.3.0', { contents: { 'entry.js': LONG } });
        expect(await toldOf(publishVersion(store, { folder }))).toMatch(new RegExp(isDone ? again : notDone));
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

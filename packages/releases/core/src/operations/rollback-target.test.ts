import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { GOOD_MS } from '../policy/assess-version.ts';
import { RefusedError } from '../policy/refusal.ts';
import { releaseKey } from '../format/keys.ts';
import { openMemoryStore } from '../store/memory-store.ts';
import type { Evidence } from '../store/evidence.ts';
import { endCanary, recordSampleEvidence, promoteAll, rollBack, yank } from '../testing.ts';
import { describeChanges } from '../store/release-diff.ts';
import { applyRequest } from './apply-request.ts';
import { pruneStore } from './prune-store.ts';
import type { PartStatus } from './read-status.ts';
import { readStatus } from './read-status.ts';
import { SampleStore, WHO } from './testing.ts';
import { verifyStore } from './verify-store.ts';

const NAME = 'mfe-hubs';
let sample: SampleStore;

beforeEach(async () => {
  sample = await SampleStore.make();
  for (const version of ['1.1.0', '1.2.0', '1.3.0', '1.4.0']) await sample.publish(NAME, version);
});
afterEach(async () => {
  jest.useRealTimers();
  await sample.remove();
});

const promote = (version: string) => promoteAll(sample.store, { [NAME]: version });
const good = (version: string, changes?: Partial<Evidence>) =>
  recordSampleEvidence(sample.store, NAME, version, changes);

async function rollbackTarget(): Promise<PartStatus['rollbackTarget']> {
  const { parts } = await readStatus(sample.store);
  return parts.find(({ name }) => name === NAME)?.rollbackTarget ?? null;
}

/** The version that everybody gets after a rollback that names none. */
async function rolledBack(): Promise<string | undefined> {
  return (await rollBack(sample.store, NAME)).release.remotes[NAME]?.version;
}

test('a release that was never logged, because its writer ended before, hides no version', async () => {
  const store = openMemoryStore(sample.store.driver, { patienceMs: 0 });
  await store.driver.create(releaseKey(2), Buffer.from('{}'));
  const { release } = await promoteAll(store, { [NAME]: '1.1.0' });
  expect(release.number).toBe(3);
  expect(await rolledBack()).toBe('1.0.0');
});

test('1.0.0 is known good, 1.2.0 and 1.3.0 fail: the fallback of 1.3.0 is 1.0.0, and so is the rollback after a hotfix', async () => {
  await good('1.0.0');
  await promote('1.2.0');
  const { release } = await promote('1.3.0');
  expect(release.remotes[NAME]?.fallback?.version).toBe('1.0.0');
  await promote('1.4.0');
  expect(await rollbackTarget()).toMatchObject({
    kind: 'version',
    version: '1.0.0',
    standing: 'good',
    passedOver: [
      { version: '1.3.0', because: 'unproven' },
      { version: '1.2.0', because: 'unproven' },
    ],
  });
  expect(await rolledBack()).toBe('1.0.0');
});

test('a dry run of a yank names the fallback that follows, not the version that is about to be yanked', async () => {
  for (const version of ['1.1.0', '1.2.0']) await promote(version);
  const change = { action: 'yank', name: NAME, version: '1.1.0' } as const;
  const { changes } = await applyRequest(sample.store.dryRun(), { ...WHO, change });
  expect(describeChanges(changes)).toBe(
    'fallback of mfe-hubs 1.1.0 -> 1.0.0, second fallback of mfe-hubs 1.0.0 -> none',
  );
});

test('a verification and a prune count a second fallback as one that the live release needs', async () => {
  for (const version of ['1.2.0', '1.3.0']) await promote(version);
  const { entry } = await sample.store.readManifest(NAME, '1.0.0');
  const key = `artifacts/${NAME}/${entry}`;
  const { kept } = await pruneStore(sample.store, { by: 'a test', now: new Date('2126-01-01'), dryRun: true });
  expect(kept.find(({ version, name }) => name === NAME && version === '1.0.0')?.because).toContain('fallback');
  await sample.lose(key);
  expect((await verifyStore(sample.store)).problems).toMatchObject([{ key, live: true }]);
});

test('versions that were rolled back from are named by the refusal if nothing else is left', async () => {
  await promote('1.1.0');
  await rollBack(sample.store, NAME, undefined, { by: 'anna', reason: 'it hangs' });
  await promote('1.2.0');
  await yank(sample.store, NAME, '1.0.0');
  await expect(rollBack(sample.store, NAME)).rejects.toMatchObject({
    refusals: [
      {
        rule: 'nothing-before',
        problem: expect.stringMatching(/mfe-hubs 1\.0\.0 .*Not 1\.1\.0: .*anna in release 3: it hangs/),
      },
    ],
  });
});

test('a known good version that is yanked, incomplete or does not fit is passed over, with the reason', async () => {
  await good('1.0.0');
  for (const [version, shared] of [
    ['2.1.0', { requires: { react: '^19.0.0' } }],
    ['2.2.0', {}],
    ['2.3.0', {}],
  ] as const) {
    await sample.publish(NAME, version, { shared });
    await promote(version);
    await good(version);
  }
  await promote('1.4.0');
  await sample.publish('shell', '2.0.0', { shared: { provides: { react: '20.0.0' } } });
  await promoteAll(sample.store, { shell: '2.0.0' });
  await yank(sample.store, NAME, '2.3.0');
  const { entry } = await sample.store.readManifest(NAME, '2.2.0');
  await sample.lose(`artifacts/${NAME}/${entry}`);
  expect(await rollbackTarget()).toMatchObject({
    version: '1.0.0',
    passedOver: [
      { version: '2.3.0', because: 'refused' },
      { version: '2.2.0', because: 'refused' },
      { version: '2.1.0', because: 'refused', why: expect.stringContaining('react ^19.0.0') },
    ],
  });
});

test('the shell goes back to the latest version that the live remotes run in', async () => {
  const versions = { '1.1.0': '20.0.0', '1.2.0': '19.3.1', '1.3.0': '20.0.0', '1.4.0': '20.1.0' };
  for (const [version, react] of Object.entries(versions)) {
    await sample.publish('shell', version, { shared: { provides: { react } } });
    await promoteAll(sample.store, { shell: version });
  }
  await recordSampleEvidence(sample.store, 'shell', '1.2.0');
  await sample.publish(NAME, '2.0.0', { shared: { requires: { react: '^20.0.0' } } });
  await promote('2.0.0');
  const { release, rollbackTarget: choice } = await rollBack(sample.store, 'shell');
  expect(release.shell.version).toBe('1.3.0');
  expect(choice).toMatchObject({ passedOver: [{ version: '1.2.0', because: 'refused' }] });
});

/**
 * What happens to a part, in words: "1.1.0" promotes that version, "1.1.0 10 %" gives it to a share, "1.1.0 anyway"
 * although it failed; "end" ends the canary, "back" rolls back, "back 1.0.0" to that version, "out" to none. "good
 * 1.1.0" records that it is good since the last release, "good 1.1.0 2" since release 2; "worse 1.1.0" that its canary
 * was clearly worse than its baseline, "no-worse 1.1.0" that it was not, "alone 1.1.0" that it failed with nothing
 * beside it, "fails 1.1.0" that its only visit failed, "works 1.1.0" that its few visits worked. "hour" lets one pass.
 * "cut 2" and "lose 2" harm release 2, "spoil 1.1.0" its evidence.
 */
const STEPS: Readonly<Record<string, (of: string, more: string) => Promise<unknown>>> = {
  back: (version) => rollBack(sample.store, NAME, version || undefined),
  end: () => endCanary(sample.store, NAME),
  out: () => rollBack(sample.store, NAME, null),
  yank: (version) => yank(sample.store, NAME, version),
  good: (version, since) => good(version, since === '' ? {} : { release: Number(since) }),
  worse: (version) =>
    good(version, {
      as: 'canary',
      visits: 6,
      failed: 6,
      baseline: { version: '1.0.0', visits: 300, failed: 0 },
      verdict: 'worse',
    }),
  'no-worse': (version) => good(version, { as: 'canary', visits: 300, failed: 3, verdict: 'no-worse' }),
  alone: (version) => good(version, { as: 'canary', visits: 6, failed: 6, verdict: 'worse' }),
  fails: (version) => good(version, { visits: 1, failed: 1, verdict: 'inconclusive' }),
  works: (version) => good(version, { visits: 9, failed: 0, verdict: 'inconclusive' }),
  spoil: (version) => sample.write(`evidence/${NAME}/${version}/000001.json`, '{'),
  hour: async () =>
    jest.useFakeTimers({
      now: Date.now() + GOOD_MS,
      doNotFake: ['hrtime', 'nextTick', 'performance', 'queueMicrotask', 'setImmediate', 'setInterval', 'setTimeout'],
    }),
  cut: (number) => sample.write(releaseKey(Number(number)), '{'),
  lose: (number) => sample.lose(releaseKey(Number(number))),
};

async function take(step: string): Promise<void> {
  const [word = '', of = '', more = ''] = step.split(' ');
  const percent = more === '%' ? Number(of) : undefined;
  const anyway = of === 'anyway';
  await (STEPS[word]?.(of, more) ?? promoteAll(sample.store, { [NAME]: word }, { percent, anyway }));
}

/** What visitors get: "1.2.0, else 1.1.0, else 1.0.0; 10 % 1.3.0"; or the rule that refuses the last step. */
async function readEnd(story: string): Promise<string> {
  try {
    for (const step of story.split(', ')) await take(step);
  } catch (error) {
    if (error instanceof RefusedError) return error.rule;
    throw error;
  }
  const release = await sample.store.latestRelease();
  const { version, fallback } = release?.remotes[NAME] ?? {};
  const versions = [version, fallback?.version, fallback?.fallback?.version].filter((each) => each !== undefined);
  const canary = release?.canaries[NAME];
  return `${versions.join(', else ')}${canary ? `; ${String(canary.percent)} % ${canary.version}` : ''}`;
}

test.each([
  ['1.1.0', '1.1.0, else 1.0.0'],
  ['1.1.0, 1.2.0, 1.3.0', '1.3.0, else 1.2.0, else 1.1.0'],
  // A canary leaves the live version as it is, grows, becomes live for everybody, or is ended by a rollback.
  ['1.1.0 10 %', '1.0.0; 10 % 1.1.0'],
  ['1.1.0 10 %, 1.1.0 50 %', '1.0.0; 50 % 1.1.0'],
  ['1.1.0 10 %, 1.1.0', '1.1.0, else 1.0.0'],
  ['1.1.0, 1.2.0 10 %, end', '1.1.0, else 1.0.0'],
  ['1.1.0, 1.2.0 10 %, end, back', '1.0.0'],
  ['1.0.0 10 %', 'already-live'],
  ['1.1.0 10 %, back', 'canary-running'],
  ['1.1.0 10 %, back 1.0.0', '1.0.0'],
  ['end', 'no-canary'],
  // A rollback goes further back each time, and the version that it replaced is no fallback.
  ['1.1.0, 1.2.0, back', '1.1.0, else 1.0.0'],
  ['1.1.0, 1.2.0, back, back', '1.0.0'],
  ['1.1.0, 1.2.0, back, back, back', 'nothing-before'],
  // What is yanked neither returns nor is a fallback; what is live or a canary is not yanked.
  ['1.1.0, 1.2.0, yank 1.1.0', '1.2.0, else 1.0.0'],
  ['1.1.0, 1.2.0, 1.3.0, yank 1.1.0', '1.3.0, else 1.2.0, else 1.0.0'],
  ['1.1.0, 1.2.0, yank 1.1.0, back', '1.0.0'],
  ['1.1.0, 1.2.0, yank 1.1.0, 1.1.0', 'version-yanked'],
  ['yank 1.0.0', 'version-in-use'],
  ['1.1.0 10 %, yank 1.1.0', 'version-in-use'],
  // The last known good version is the fallback, and returns.
  ['good 1.0.0, 1.2.0, 1.3.0', '1.3.0, else 1.0.0, else 1.2.0'],
  ['good 1.0.0, 1.2.0, 1.3.0, 1.4.0, back', '1.0.0'],
  ['good 1.0.0, 1.1.0, good 1.1.0, 1.2.0, back', '1.1.0, else 1.0.0'],
  // A canary that was ended was never live, and a damaged record proves nothing.
  ['good 1.0.0, 1.1.0, good 1.1.0, 1.2.0 10 %, end, 1.3.0, back', '1.1.0, else 1.0.0'],
  ['good 1.0.0, 1.1.0, good 1.1.0, 1.3.0, spoil 1.1.0, back', '1.0.0'],
  // What was rolled back from does not return on its own, unless a person gave it to everybody since, or it is good
  // since.
  ['1.1.0, back, 1.2.0, back', '1.0.0'],
  ['1.1.0, back, 1.1.0, 1.2.0, back', '1.1.0, else 1.0.0'],
  ['1.1.0, 1.2.0, back 1.1.0, back 1.2.0, back', '1.1.0, else 1.0.0'],
  ['1.1.0, back, good 1.1.0 9, 1.2.0, back', '1.1.0, else 1.0.0'],
  ['1.1.0, good 1.1.0, back, 1.2.0, back', '1.0.0'],
  // Nor does what was live once, and whose later canary was ended.
  ['1.1.0, 1.2.0, 1.1.0 10 %, end, 1.3.0', '1.3.0, else 1.2.0, else 1.0.0'],
  ['1.1.0, 1.2.0, 1.1.0 10 %, end, 1.1.0, 1.3.0', '1.3.0, else 1.1.0, else 1.2.0'],
  // Going to a newer version says nothing of the one before.
  ['good 1.0.0, back 1.1.0, back', '1.0.0'],
  ['1.1.0, back 1.2.0, 1.3.0, back', '1.2.0, else 1.1.0, else 1.0.0'],
  // Nothing but "none" takes a remote out.
  ['1.1.0, 1.4.0, out, 1.4.0, back', '1.1.0, else 1.0.0'],
  ['1.1.0, out', ''],
  // What failed is neither a target nor a fallback, and is promoted only knowingly.
  ['1.2.0 10 %, worse 1.2.0, end, 1.2.0', 'failed-before'],
  ['1.2.0 10 %, worse 1.2.0, end, 1.2.0 10 %', 'failed-before'],
  ['1.2.0 10 %, worse 1.2.0, end, back 1.2.0', 'failed-before'],
  ['1.2.0 10 %, worse 1.2.0, end, 1.2.0 anyway', '1.2.0, else 1.0.0'],
  ['worse 1.2.0, 1.2.0 anyway, 1.3.0, back', '1.0.0'],
  ['alone 1.2.0, 1.2.0, 1.3.0', '1.3.0, else 1.0.0'],
  ['good 1.1.0, 1.1.0, 1.2.0, fails 1.2.0, 1.3.0, fails 1.3.0, 1.4.0', '1.4.0, else 1.1.0, else 1.0.0'],
  ['1.2.0, fails 1.2.0, 1.3.0, fails 1.3.0, 1.4.0, back', '1.0.0'],
  ['1.2.0, fails 1.2.0, 1.3.0, 1.2.0', '1.2.0, else 1.3.0, else 1.0.0'],
  // Later visits that worked clear what failed.
  ['worse 1.2.0, 1.2.0 anyway, good 1.2.0, 1.3.0, back', '1.2.0, else 1.0.0'],
  ['1.1.0, fails 1.1.0, works 1.1.0, 1.2.0', '1.2.0, else 1.1.0, else 1.0.0'],
  ['worse 1.2.0, no-worse 1.2.0, 1.2.0, 1.3.0, back', '1.2.0, else 1.0.0'],
  // A canary that was no worse comes before a version of which nothing is known.
  ['no-worse 1.1.0, 1.1.0, 1.2.0, 1.3.0', '1.3.0, else 1.1.0, else 1.2.0'],
  // Where no visits are known, an hour for everybody outweighs versions that replaced each other in a hurry; any visits
  // that are known outweigh it.
  ['hour, 1.2.0, 1.3.0, 1.4.0, back', '1.0.0'],
  ['hour, 1.2.0, 1.3.0', '1.3.0, else 1.0.0, else 1.2.0'],
  ['1.1.0, hour, 1.2.0, hour, 1.3.0, 1.4.0, back', '1.2.0, else 1.1.0, else 1.0.0'],
  ['hour, no-worse 1.2.0, 1.2.0, 1.3.0, back', '1.2.0, else 1.0.0'],
  ['hour, fails 1.0.0, 1.2.0, 1.3.0, back', '1.2.0'],
  // Which version was live before is unknown where a release cannot be read, also if a later one skipped it.
  ['1.1.0, 1.2.0, cut 2, back', 'nothing-before'],
  ['1.1.0, 1.2.0, lose 2, back', 'nothing-before'],
  ['1.1.0, 1.2.0, cut 3, 1.0.0, back', 'nothing-before'],
  ['1.1.0, 1.2.0, cut 1, back, back', 'nothing-before'],
  ['1.1.0, 1.2.0, cut 2, back 1.1.0', '1.1.0, else 1.0.0'],
  ['good 1.0.0, 1.1.0, 1.2.0, cut 2, back', 'nothing-before'],
  ['good 1.0.0, 1.1.0, 1.2.0, cut 2, good 1.2.0, 1.3.0, back', '1.2.0, else 1.0.0'],
])('after %s: %s', async (story, end) => {
  expect(await readEnd(story)).toBe(end);
});

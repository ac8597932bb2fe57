import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { Store } from '../store/store.ts';
import { openMemoryStore } from '../store/memory-store.ts';
import { applyRequest } from './apply-request.ts';
import { readHistory } from './read-history.ts';
import { readStatus } from './read-status.ts';
import { SampleStore, WHO } from './testing.ts';
import { verifyStore } from './verify-store.ts';
import { promoteAll, publishSample, rollBack, yank } from '../testing.ts';

let sample: SampleStore;

beforeEach(async () => {
  sample = await SampleStore.make();
  for (const version of ['1.1.0', '1.2.0']) await sample.publish('mfe-hubs', version);
});
afterEach(() => sample.remove());

test('makes the live release urgent afterwards, once', async () => {
  expect(await rollBack(sample.store, 'mfe-hubs', '1.0.0')).toMatchObject({ outcome: 'unchanged' });
  expect(await rollBack(sample.store, 'mfe-hubs', '1.0.0', { urgent: true })).toMatchObject({
    outcome: 'released',
    release: { number: 2, urgent: true },
    changes: [],
  });
  expect(await rollBack(sample.store, 'mfe-hubs', '1.0.0', { urgent: true })).toMatchObject({
    outcome: 'unchanged',
    release: { number: 2 },
  });
  const unused = await yank(sample.store, 'mfe-hubs', '1.1.0', { urgent: true });
  expect(unused).toMatchObject({ outcome: 'yanked', release: { number: 2 } });
});

test('repeating an interrupted yank drops the fallback', async () => {
  await promoteAll(sample.store, { 'mfe-hubs': '1.1.0' });
  await sample.store.createYank('mfe-hubs', '1.0.0', { schema: 1, at: '2026-11-01T00:00:00.000Z', ...WHO });
  const { outcome, changes } = await yank(sample.store, 'mfe-hubs', '1.0.0');
  expect(outcome).toBe('yanked');
  expect(changes).toEqual([{ name: 'mfe-hubs', kind: 'fallback', from: '1.0.0', to: null }]);
});

test('reason and name are stored on one line', async () => {
  const { release } = await promoteAll(
    sample.store,
    { 'mfe-hubs': '1.1.0' },
    { by: 'a\u202Etset', reason: ' two\nlines\u001b[31m \u2066\u200F' },
  );
  expect(release.createdBy).toBe('a tset');
  expect(release.reason).toBe('two lines [31m');
});

test.each<[string, () => Promise<unknown>, rule: string]>([
  ...[0, 100, 1.5, Number.NaN].map((percent): [string, () => Promise<unknown>, string] => [
    `a share of ${String(percent)} per cent`,
    () => promoteAll(sample.store, { 'mfe-hubs': '1.1.0' }, { percent }),
    'request',
  ]),
  ['a promotion of nothing, though it is urgent', () => promoteAll(sample.store, {}, { urgent: true }), 'request'],
  [
    'to take a remote out for a share of the visitors',
    () => promoteAll(sample.store, { 'mfe-hubs': null }, { percent: 10 }),
    'request',
  ],
  ['a reason of blanks', () => promoteAll(sample.store, { 'mfe-hubs': '1.2.0' }, { reason: ' \n' }), 'request'],
  ['nobody’s request', () => rollBack(sample.store, 'mfe-hubs', undefined, { by: '' }), 'request'],
  ['a rollback of a part that is not live', () => rollBack(sample.store, 'mfe-nothing'), 'not-live'],
  ['to take the shell out', () => rollBack(sample.store, 'shell', null), 'no-shell'],
])('refuses %s, and changes nothing', async (_, request, rule) => {
  await expect(request()).rejects.toMatchObject({ rule });
  expect(await sample.store.releaseNumbers()).toEqual([1]);
});

test('refuses a first release without a shell', async () => {
  const store = openMemoryStore();
  await publishSample(store, { name: 'mfe-hubs', version: '1.0.0', contents: { 'entry.js': 'hubs' } });
  await expect(promoteAll(store, { 'mfe-hubs': '1.0.0' })).rejects.toMatchObject({ rule: 'no-shell' });
});

test('a yank before the first release counts once, and creates none', async () => {
  const store = openMemoryStore();
  await publishSample(store, { name: 'mfe-hubs', version: '1.0.0', contents: { 'entry.js': 'hubs' } });
  const change = { action: 'yank', name: 'mfe-hubs', version: '1.0.0' } as const;
  for (const outcome of ['yanked', 'unchanged'])
    expect(await applyRequest(store, { ...WHO, change })).toMatchObject({ outcome, release: undefined, changes: [] });
});

test('a promotion that is live does not fail when nothing can be read any more, but warns', async () => {
  const { driver } = sample.store;
  let isGone = false;
  const store = openMemoryStore({
    ...driver,
    get: (key) =>
      isGone && key.startsWith('artifacts/') ? Promise.reject(new Error('the disk is gone')) : driver.get(key),
    create(key, bytes) {
      isGone ||= key.startsWith('releases/');
      return driver.create(key, bytes);
    },
  });
  expect(await promoteAll(store, { 'mfe-hubs': '1.1.0' })).toMatchObject({
    outcome: 'released',
    warnings: [
      expect.stringMatching(/^Release 2 is live, but mfe-hubs 1\.1\.0 .*: the disk is gone$/),
      expect.stringMatching(/^Release 2 is live, but the files that it keeps .*: the disk is gone$/),
    ],
  });
});

test('a new version of a remote changes no other part, and falls back to the version before; the live one again is no release', async () => {
  const first = await sample.store.readRelease(1);
  expect(first).toMatchObject({ previous: null, createdBy: 'a test', reason: 'the first' });
  const { release } = await promoteAll(sample.store, { 'mfe-hubs': '1.1.0' });
  expect(release.shell).toEqual(first.shell);
  expect(release.remotes['mfe-legal']).toEqual(first.remotes['mfe-legal']);
  expect(release.remotes['mfe-hubs']).toMatchObject({ version: '1.1.0', fallback: { version: '1.0.0' } });
  expect(await promoteAll(sample.store, { 'mfe-hubs': '1.1.0' })).toMatchObject({ outcome: 'unchanged' });
  expect(await sample.store.releaseNumbers()).toEqual([1, 2]);
});

test('takes a remote out for everybody', async () => {
  const { release } = await promoteAll(sample.store, { 'mfe-hubs': null });
  expect(Object.keys(release.remotes)).toEqual(['mfe-legal']);
});

test('a new remote starts as a canary, goes live, and is taken out by a rollback to none alone', async () => {
  await sample.publish('mfe-demo', '1.0.0');
  const { release } = await promoteAll(sample.store, { 'mfe-demo': '1.0.0' }, { percent: 10 });
  expect(release).toMatchObject({ canaries: { 'mfe-demo': { percent: 10 } } });
  expect(release.remotes).not.toHaveProperty('mfe-demo');
  expect((await promoteAll(sample.store, { 'mfe-demo': '1.0.0' })).changes).toEqual([
    { name: 'mfe-demo', kind: 'live', from: null, to: '1.0.0', fromPercent: 10 },
  ]);
  await expect(rollBack(sample.store, 'mfe-demo')).rejects.toMatchObject({ rule: 'nothing-before' });
  const gone = await rollBack(sample.store, 'mfe-demo', null);
  expect(gone.changes).toEqual([{ name: 'mfe-demo', kind: 'live', from: '1.0.0', to: null }]);
});

test('rolls the shell back', async () => {
  await sample.publish('shell', '1.1.0');
  await promoteAll(sample.store, { shell: '1.1.0' });
  expect((await rollBack(sample.store, 'shell')).release.shell.version).toBe('1.0.0');
});

test('a rollback does not take a remote out because its earlier versions were yanked', async () => {
  for (const version of ['1.0.0', '1.1.0']) {
    await sample.publish('mfe-demo', version);
    await promoteAll(sample.store, { 'mfe-demo': version });
  }
  await yank(sample.store, 'mfe-demo', '1.0.0');
  await expect(rollBack(sample.store, 'mfe-demo')).rejects.toMatchObject({
    rule: 'nothing-before',
    refusals: [{ remedy: expect.stringContaining('--to none') }],
  });
});

// Where a rollback would have to know an unreadable release is in rollback-target.test.ts.
test('an unreadable release does not block the rollback of a part that it did not change', async () => {
  for (const version of ['1.1.0', '1.2.0']) await promoteAll(sample.store, { 'mfe-hubs': version });
  await sample.publish('mfe-legal', '1.1.0');
  await promoteAll(sample.store, { 'mfe-legal': '1.1.0' });
  await rollBack(sample.store, 'mfe-legal');
  await sample.write('releases/000004.json', '{');
  expect((await rollBack(sample.store, 'mfe-hubs')).release.remotes['mfe-hubs']?.version).toBe('1.1.0');
});

describe('two changes within milliseconds', () => {
  /** The same store, but `happens` runs once, before the first object below `prefix` is created. */
  function storeWhere(prefix: string, happens: () => Promise<unknown>): Store {
    const driver = sample.store.driver;
    let done = false;
    return openMemoryStore({
      ...driver,
      async create(key, bytes) {
        if (!done && key.startsWith(prefix)) {
          done = true;
          await happens();
        }
        return driver.create(key, bytes);
      },
    });
  }

  test('a promotion warns if its version was yanked meanwhile', async () => {
    const store = storeWhere('releases/', () => yank(sample.store, 'mfe-hubs', '1.1.0'));
    const { outcome, warnings } = await promoteAll(store, { 'mfe-hubs': '1.1.0' });
    expect(outcome).toBe('released');
    expect(warnings).toEqual([expect.stringMatching(/mfe-hubs 1\.1\.0 .*Release 2/)]);
  });

  test('a yank warns if its version went live meanwhile', async () => {
    const store = storeWhere('yanked/', () => promoteAll(sample.store, { 'mfe-hubs': '1.1.0' }));
    const { outcome, warnings } = await yank(store, 'mfe-hubs', '1.1.0');
    expect(outcome).toBe('yanked');
    expect(warnings).toEqual([expect.stringMatching(/Release 2 by a test .*mfe-hubs 1\.1\.0/)]);
  });

  test('a yank drops the fallback on top of a release created meanwhile', async () => {
    await promoteAll(sample.store, { 'mfe-hubs': '1.1.0' });
    await sample.publish('mfe-legal', '1.1.0');
    const store = storeWhere('releases/', () => promoteAll(sample.store, { 'mfe-legal': '1.1.0' }));
    const { release } = await yank(store, 'mfe-hubs', '1.0.0');
    expect(release).toMatchObject({
      number: 4,
      remotes: { 'mfe-hubs': { version: '1.1.0', fallback: null }, 'mfe-legal': { version: '1.1.0' } },
    });
  });
});

test('status and history show who released which version, and when', async () => {
  await promoteAll(sample.store, { 'mfe-hubs': '1.1.0' }, { by: 'anna' });
  await promoteAll(sample.store, { 'mfe-hubs': '1.2.0' }, { by: 'ben', percent: 5 });
  const status = await readStatus(sample.store);
  expect(status.parts.map(({ name }) => name)).toEqual(['shell', 'mfe-hubs', 'mfe-legal']);
  expect(status.parts[1]).toMatchObject({
    live: { version: '1.1.0', since: { release: 2, by: 'anna' } },
    canary: { version: '1.2.0', percent: 5, since: { release: 3, by: 'ben' } },
    fallback: '1.0.0',
    versions: [
      { version: '1.2.0', state: 'canary' },
      { version: '1.1.0', state: 'live' },
      { version: '1.0.0', state: 'fallback' },
    ],
  });
  const history = await readHistory(sample.store, { limit: 2 });
  expect(history).toMatchObject([
    { number: 3, by: 'ben', action: 'canary' },
    { number: 2, by: 'anna', changes: [{ from: '1.0.0', to: '1.1.0' }, { kind: 'fallback' }] },
  ]);
});

test('every operation works after the clock was set back, and the last change counts', async () => {
  const setBack = new Date('2001-01-01T00:00:00.000Z');
  jest.useFakeTimers({
    now: setBack,
    doNotFake: ['hrtime', 'nextTick', 'performance', 'queueMicrotask', 'setImmediate', 'setInterval', 'setTimeout'],
  });
  try {
    const { store } = sample;
    const { release } = await promoteAll(store, { 'mfe-hubs': '1.1.0' });
    expect(release).toMatchObject({ number: 2, createdAt: setBack.toISOString() });
    await promoteAll(store, { 'mfe-hubs': '1.2.0' }, { percent: 10 });
    await promoteAll(store, { 'mfe-hubs': '1.2.0' }, { expect: 3 });
    const back = await rollBack(store, 'mfe-hubs', undefined, { expect: 4 });
    expect(back.release).toMatchObject({ number: 5, remotes: { 'mfe-hubs': { version: '1.1.0' } } });
    await yank(store, 'mfe-hubs', '1.2.0');
    const status = await readStatus(store);
    expect(status).toMatchObject({ release: { number: 5, at: setBack.toISOString() }, damaged: [] });
    expect((await readHistory(store)).map(({ number }) => number)).toEqual([5, 4, 3, 2, 1]);
    expect((await verifyStore(store)).problems).toEqual([]);
  } finally {
    jest.useRealTimers();
  }
});

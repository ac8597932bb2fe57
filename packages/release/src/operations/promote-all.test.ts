import { beforeEach, expect, test } from '@jest/globals';
import type { Store } from '../store/store.ts';
import { openMemoryStore } from '../store/memory-store.ts';
import { memoryDriver } from '../store/memory-driver.ts';
import type { SampleBuild } from '../testing.ts';
import { promoteAll, publishSample, sampleProvenance } from '../testing.ts';

const START = { shell: '1.0.0', 'mfe-hubs': '1.0.0', 'mfe-legal': '1.0.0' };
let objects: Map<string, Uint8Array>;
let store: Store;

async function publish(name: string, version: string, changes: Partial<SampleBuild> = {}): Promise<void> {
  await publishSample(store, { name, version, contents: { 'entry.js': `${name} ${version}` }, ...changes });
}

beforeEach(async () => {
  objects = new Map();
  store = openMemoryStore(memoryDriver(objects));
  for (const name of ['shell', 'mfe-hubs', 'mfe-legal']) await publish(name, '1.0.0');
});

test('the first release has its parts and no fallback', async () => {
  const { outcome, release } = await promoteAll(store, START);
  expect(outcome).toBe('released');
  expect(release).toMatchObject({
    number: 1,
    previous: null,
    createdBy: 'a test',
    reason: 'to try',
    shell: { version: '1.0.0' },
  });
  expect(release.remotes['mfe-hubs']).toMatchObject({ version: '1.0.0', fallback: null });
});

test('a new version of a remote changes no other part, and falls back to the version before', async () => {
  const { release: first } = await promoteAll(store, START);
  await publish('mfe-hubs', '1.1.0');
  const { release } = await promoteAll(store, { 'mfe-hubs': '1.1.0' });
  expect(release.number).toBe(2);
  expect(release.shell).toEqual(first.shell);
  expect(release.remotes['mfe-legal']).toEqual(first.remotes['mfe-legal']);
  expect(release.remotes['mfe-hubs']).toMatchObject({ version: '1.1.0', fallback: { version: '1.0.0' } });
});

test('promoting the live versions creates no release', async () => {
  await promoteAll(store, START);
  expect(await promoteAll(store, START)).toMatchObject({ outcome: 'unchanged', release: { number: 1 } });
  expect(await store.releaseNumbers()).toEqual([1]);
});

test('takes a remote out', async () => {
  await promoteAll(store, START);
  const { release } = await promoteAll(store, { 'mfe-legal': null });
  expect(Object.keys(release.remotes)).toEqual(['mfe-hubs']);
  expect((await promoteAll(store, { 'mfe-legal': null })).outcome).toBe('unchanged');
});

test('refuses two parts that claim one path, and names both', async () => {
  const route = { title: 'title', access: 'open', page: 'main', skeleton: 'table' } as const;
  for (const [name, path] of [
    ['mfe-hubs', '/help/contact'],
    ['mfe-legal', '/help/:page'],
  ] as const)
    await publish(name, '1.1.0', { declaration: { routes: [{ ...route, path, reads: [] }] } });
  const promoting = promoteAll(store, { ...START, 'mfe-hubs': '1.1.0', 'mfe-legal': '1.1.0' });
  await expect(promoting).rejects.toMatchObject({ name: 'RefusedError', rule: 'route-collision' });
  await expect(promoting).rejects.toThrow(
    'mfe-hubs 1.1.0 claims "/help/contact" and mfe-legal 1.1.0 claims "/help/:page"',
  );
  expect(await store.releaseNumbers()).toEqual([]);
});

test('refuses a remote that needs a newer contract than the shell offers, also when the shell is rolled back', async () => {
  for (const name of ['shell', 'mfe-hubs']) {
    const manifest = await store.readManifest(name, '1.0.0');
    const declaration = { ...manifest.declaration, contract: '^1.4.0' };
    await store.createVersion({ ...manifest, version: '2.0.0', declaration }, sampleProvenance());
  }
  await promoteAll(store, { ...START, shell: '2.0.0', 'mfe-hubs': '2.0.0' });
  const rollingBack = promoteAll(store, { shell: '1.0.0' });
  await expect(rollingBack).rejects.toMatchObject({ rule: 'contract-range' });
  await expect(rollingBack).rejects.toThrow(
    'mfe-hubs 2.0.0 was built for the contract ^1.4.0, and shell 1.0.0 offers 1.0.0',
  );
});

test('drops a fallback that the new shell cannot run', async () => {
  const hubs = await store.readManifest('mfe-hubs', '1.0.0');
  const shell = await store.readManifest('shell', '1.0.0');
  const v2 = <Manifest extends typeof hubs>(manifest: Manifest) => ({
    ...manifest,
    version: '2.0.0',
    declaration: { ...manifest.declaration, contract: '^2.0.0' },
  });
  await store.createVersion(v2(hubs), sampleProvenance());
  await store.createVersion(v2(shell), sampleProvenance());
  await promoteAll(store, { shell: '1.0.0', 'mfe-hubs': '1.0.0' });
  const { release } = await promoteAll(store, { shell: '2.0.0', 'mfe-hubs': '2.0.0' });
  expect(release.remotes['mfe-hubs']).toMatchObject({ version: '2.0.0', fallback: null });
});

test('refuses a version that is not published, or has a damaged or missing file', async () => {
  await expect(promoteAll(store, { ...START, shell: '3.0.0' })).rejects.toMatchObject({
    name: 'RefusedError',
    rule: 'not-published',
  });
  const { entry } = await store.readManifest('mfe-hubs', '1.0.0');
  objects.set(`artifacts/mfe-hubs/${entry}`, Buffer.from('tampered'));
  await expect(promoteAll(store, START)).rejects.toMatchObject({
    rule: 'file-differs',
    refusals: [{ sides: ['mfe-hubs 1.0.0', `artifacts/mfe-hubs/${entry}`] }],
  });
  objects.delete(`artifacts/mfe-hubs/${entry}`);
  await expect(promoteAll(store, START)).rejects.toMatchObject({ rule: 'file-missing' });
});

test('refuses a first release without a shell', async () => {
  await expect(promoteAll(store, { 'mfe-hubs': '1.0.0', 'mfe-legal': '1.0.0' })).rejects.toMatchObject({
    rule: 'no-shell',
  });
});

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { MEMORY_KEY } from '@portal/release/memory-store';
import { openStoreAt } from '@portal/release/open-store';
import { makeBuild, promoteAll, publishSample } from '@portal/release/testing';
import { ANNA, SampleService } from '@portal/release-service/testing';
import { SamplePortal } from '@portal/web-server/testing';
import { readReleasedParts } from './released-parts.ts';

const HUBS = { name: 'mfe-hubs', version: '1.0.0', contents: { 'entry.js': 'hubs' } };
const SHELL = { name: 'shell', version: '1.0.0', contents: { 'entry.js': 'shell' } };

let folder: string;
let portal: SamplePortal;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-released-'));
  jest.replaceProperty(process, 'env', { ...process.env, PORTAL_STATE: folder });
  portal = await SamplePortal.withNewer();
});
afterEach(async () => {
  await portal.remove();
  jest.restoreAllMocks();
  await rm(folder, { recursive: true, force: true });
});

const read = async (place: Parameters<typeof readReleasedParts>[0], built: readonly string[] = []) =>
  await readReleasedParts(place, built, () => undefined);

test('a store gives the live version of each part that is not built, with its files', async () => {
  const store = openStoreAt(join(folder, 'store'));
  for (const build of [SHELL, HUBS]) await publishSample(store, build);
  await promoteAll(store, { shell: '1.0.0', 'mfe-hubs': '1.0.0' });
  // Of the environment, too.
  for (const place of [{ store: join(folder, 'store') }, {}]) {
    const [shell, ...others] = await read(place, ['mfe-hubs']);
    expect(others).toEqual([]);
    expect(shell).toEqual({ manifest: makeBuild(SHELL).manifest, files: makeBuild(SHELL).files });
  }
});

test('a release service gives the same to who is signed in', async () => {
  const service = await SampleService.start();
  try {
    process.env['RELEASE_TOKEN'] = await service.people.personToken(ANNA);
    await writeFile(join(folder, 'trusted-keys'), MEMORY_KEY);
    const parts = await read({ service: service.origin }, ['mfe-hubs']);
    expect(parts.map(({ manifest }) => manifest.name)).toEqual(['shell', 'mfe-legal']);
    for (const { manifest, files } of parts) {
      expect(manifest).toEqual(await service.sample.store.readManifest(manifest.name, '1.0.0'));
      for (const [file, record] of Object.entries(manifest.files))
        expect(files.get(file)).toEqual(await service.sample.store.readFile(manifest.name, file, record));
    }
  } finally {
    await service.stop();
  }
});

test('a running portal gives the same by its public documents, without its canaries', async () => {
  await portal.releaseCanary(['mfe-hubs'], 99);
  const { url } = await portal.start();
  const [hubs, ...others] = await read({ portal: url }, ['shell']);
  expect(others).toEqual([]);
  const manifest = await portal.store.readManifest('mfe-hubs', '1.0.0');
  expect(hubs?.manifest).toEqual(manifest);
  expect([...(hubs?.files.keys() ?? [])]).toEqual(Object.keys(manifest.files));
  const { entry } = manifest;
  const record = manifest.files[entry] ?? { integrity: '', size: 0 };
  expect(hubs?.files.get(entry)).toEqual(await portal.store.readFile('mfe-hubs', entry, record));
});

test.each([
  ['a store without a release', { store: 'none' }, /none/],
  [
    'a portal that does not answer',
    { portal: 'http://localhost:1' },
    /http:\/\/localhost:1\/release\.json does not answer/,
  ],
  [
    'an address without a scheme',
    { portal: 'staging.example.com' },
    /staging\.example\.com is not the address of a portal/,
  ],
  ['a service without a sign-in', { service: 'http://localhost:1' }, /Nobody is signed in to http:\/\/localhost:1/],
  ['http on another machine', { portal: 'http://staging.example.com' }, /http only on this machine/],
])('refuses %s, and says what to name', async (_what, place, why) => {
  await expect(read(place)).rejects.toThrow(why);
  await expect(read(place)).rejects.toThrow('--store ADDRESS, --service URL or --portal URL');
});

test('refuses what a portal sends damaged', async () => {
  const { url } = await portal.start();
  const { fetch } = globalThis;
  const damage = async (...[input, init]: Parameters<typeof fetch>) =>
    input instanceof URL && input.pathname.endsWith('.css')
      ? new Response('body{color:red}')
      : await fetch(input, init);
  jest.spyOn(globalThis, 'fetch').mockImplementation(damage);
  await expect(read({ portal: url })).rejects.toThrow(/\.css is damaged/);
});

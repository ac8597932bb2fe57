import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { manifestKey } from '../format/keys.ts';
import { PREVIEW_MS, readPreviewToken } from '../release-log/preview-token.ts';
import { promoteAll, recordSampleEvidence, publishRequiring } from '../testing.ts';
import { previewVersions } from './preview-versions.ts';
import { SampleStore } from './testing.ts';

const NOW = Date.UTC(2026, 0, 1);
const UNCOMMITTED = { source: { repository: null, commit: 'd'.repeat(40), clean: false } };
let sample: SampleStore;

beforeEach(async () => {
  sample = await SampleStore.make();
  for (const name of ['mfe-hubs', 'mfe-legal']) await sample.publish(name, '1.1.0');
});
afterEach(() => sample.remove());

const preview = (versions: Readonly<Record<string, string>> = { 'mfe-hubs': '1.1.0' }, anyway?: true) =>
  previewVersions(sample.store, { versions, anyway }, NOW);

test('a preview is signed by the key of the store, for a day, and nothing is written', async () => {
  const before = await sample.store.log();
  const { size } = before;
  const versions = { 'mfe-hubs': '1.1.0', 'mfe-legal': '1.1.0' };
  const signed = await preview(versions);
  expect(signed).toMatchObject({ versions, until: new Date(NOW + PREVIEW_MS).toISOString() });
  const log = await sample.store.log();
  expect(readPreviewToken(signed.token, log, NOW)).toEqual({ versions, until: signed.until });
  expect([log.size, await sample.store.releaseNumbers()]).toEqual([size, [1]]);
});

const OVERRIDE = { part: 'mfe-hubs', origin: 'http://localhost:4000' };
const override = (of: Partial<typeof OVERRIDE> = {}, versions: Readonly<Record<string, string>> = {}) =>
  previewVersions(sample.store, { versions, override: { ...OVERRIDE, ...of } }, NOW);

test('a part from elsewhere is in the place of what is live, or of a version that may be shown', async () => {
  const log = await sample.store.log();
  for (const versions of [{}, { 'mfe-hubs': '1.1.0' }, { 'mfe-hubs': '1.0.0' }]) {
    const signed = await override({}, versions);
    expect(signed).toMatchObject({ versions, override: OVERRIDE });
    expect(readPreviewToken(signed.token, log, NOW)).toEqual({ versions, override: OVERRIDE, until: signed.until });
  }
  await sample.publish('mfe-new', '1.0.0');
  expect(await override({ part: 'mfe-new' }, { 'mfe-new': '1.0.0' })).toMatchObject({ override: { part: 'mfe-new' } });
});

test('neither the shell nor a part that is not live comes from elsewhere, nor one beside a version that may not be shown', async () => {
  await expect(override({ part: 'shell' })).rejects.toMatchObject({ rule: 'request' });
  await expect(override({ part: 'mfe-new' })).rejects.toMatchObject({ rule: 'request' });
  await expect(override({}, { 'mfe-hubs': '9.0.0' })).rejects.toMatchObject({ rule: 'not-published' });
});

/** What happened before somebody asks for a preview of mfe-hubs 1.1.0. */
const REFUSED: Readonly<Record<string, () => Promise<unknown>>> = {
  async 'version-yanked'() {
    const mark = { schema: 1, at: new Date(NOW).toISOString(), by: 'anna', reason: 'wrong' } as const;
    await sample.store.createYank('mfe-hubs', '1.1.0', mark);
  },
  async 'not-published'() {
    const manifest = await sample.store.readManifest('mfe-hubs', '1.1.0');
    await sample.store.createPruned('mfe-hubs', '1.1.0', {
      schema: 1,
      at: new Date(NOW).toISOString(),
      by: 'anna',
      manifest,
    });
    await sample.lose(manifestKey('mfe-hubs', '1.1.0'));
  },
  async 'files-differ'() {
    const { files } = await sample.store.readManifest('mfe-hubs', '1.1.0');
    await sample.write(`artifacts/mfe-hubs/${Object.keys(files)[0] ?? ''}`, 'damaged');
  },
  'failed-before': () =>
    recordSampleEvidence(sample.store, 'mfe-hubs', '1.1.0', {
      as: 'canary',
      verdict: 'worse',
      visits: 6,
      failed: 6,
      baseline: { version: '1.0.0', visits: 300, failed: 0 },
    }),
  'already-live': () => promoteAll(sample.store, { 'mfe-hubs': '1.1.0' }),
  'not-checked': () => publishRequiring(sample.store, { 'mfe-hubs': { check: true } }),
};

test.each(Object.entries(REFUSED))('a version is refused by the rule %s, as for a canary', async (rule, happens) => {
  await happens();
  await expect(preview()).rejects.toMatchObject({ rule });
});

test('a version that does not fit what is live is refused, unless the one that it fits is shown with it', async () => {
  await sample.publish('shell', '2.0.0', { shared: { provides: { react: '20.0.0' } } });
  await sample.smuggle('mfe-hubs', '2.0.0', { shared: { requires: { react: '^20.0.0' } } });
  await expect(preview({ 'mfe-hubs': '2.0.0' })).rejects.toMatchObject({ rule: 'incompatible' });
  expect(await preview({ 'mfe-hubs': '2.0.0', shell: '2.0.0' })).toMatchObject({ versions: { shell: '2.0.0' } });
});

test('what leaves the decision to a person is shown with --anyway', async () => {
  await publishRequiring(sample.store, {});
  await sample.publish('mfe-hubs', '1.2.0', { provenance: UNCOMMITTED });
  await expect(preview({ 'mfe-hubs': '1.2.0' })).rejects.toMatchObject({ rule: 'uncommitted-build' });
  expect(await preview({ 'mfe-hubs': '1.2.0' }, true)).toMatchObject({ versions: { 'mfe-hubs': '1.2.0' } });
});

test('three canaries at the same time leave room for a preview, also of a part that has one', async () => {
  for (const name of ['mfe-hubs', 'mfe-legal']) await promoteAll(sample.store, { [name]: '1.1.0' }, { percent: 10 });
  await sample.publish('shell', '1.1.0');
  await promoteAll(sample.store, { shell: '1.1.0' }, { percent: 10 });
  await sample.publish('mfe-more', '1.0.0');
  expect(await preview({ 'mfe-hubs': '1.1.0', 'mfe-more': '1.0.0' })).toMatchObject({ until: expect.any(String) });
});

test('more versions than an address can have are refused', async () => {
  const version = `1.2.0-${'a'.repeat(58)}`;
  const names = Array.from({ length: 20 }, (_, index) => `mfe-number-${String(index)}`);
  for (const name of names) await sample.publish(name, version);
  await expect(preview(Object.fromEntries(names.map((name) => [name, version])))).rejects.toMatchObject({
    rule: 'request',
  });
  await expect(preview({})).rejects.toMatchObject({ rule: 'request' });
});

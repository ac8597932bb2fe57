import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { ArtifactManifest } from '@portal/contract/artifact';
import type { Build } from '@portal/release/operations/dist-folder';
import { makeBuild } from '@portal/release/testing';
import { ANNA, SampleService } from '../testing.ts';
import type { ProofClient } from '../testing.ts';
import type { TestAnswer } from '../testing/proof-client.ts';
import { PACE } from './receive.ts';

/** Tests of publications and their uploads. */
export function testUploads(): void {
  const MIB = 1024 * 1024;
  let service: SampleService;
  let hubs: ProofClient;
  let build: Build;
  let manifest: ArtifactManifest;
  let minor = 0;

  beforeAll(async () => {
    service = await SampleService.start({ pace: { ...PACE, idleMs: 300, dropMs: 300 } });
    hubs = await service.job();
  });
  afterAll(() => service.stop());
  beforeEach(() => {
    minor += 1;
    const version = `1.${String(minor)}.0`;
    build = makeBuild({
      name: 'mfe-hubs',
      version,
      contents: { 'entry.js': `entry ${version}`, 'main.js': `page ${version}` },
      sourceMaps: { 'entry.js': { version: 3 } },
    });
    manifest = build.manifest;
  });

  const uploads = () => join(service.stateFolder, 'uploads');
  /** The files of uploads that are on their way. */
  const underway = async (): Promise<readonly string[]> => await readdir(uploads()).catch(() => []);
  const keys = () => service.sample.store.driver.list('');
  const offer = (client = hubs, changes: object = {}) =>
    client.send('POST', '/publications', {
      body: { manifest: { ...manifest, ...changes }, provenance: build.provenance },
    });
  const BYTES = { 'content-type': 'application/octet-stream' };
  const toPath = (file: string, part = 'mfe-hubs') => `/parts/${part}/files/${encodeURIComponent(file)}`;
  const put = (path: string, body: Uint8Array, client = hubs) => client.send('PUT', path, { body, headers: BYTES });
  const getBytes = (file: string) => build.files.get(file) ?? new Uint8Array();
  const findRules = (body: Record<string, unknown>) =>
    (body['refusals'] as { rule: string }[] | undefined)?.map(({ rule }) => rule);

  /** Sends the missing files of an offer. */
  async function sendAll(): Promise<void> {
    for (const file of Object.keys(manifest.files)) expect((await put(toPath(file), getBytes(file))).status).toBe(200);
    const archive = getMaps(manifest);
    expect((await put(`/parts/mfe-hubs/source-maps/${archive}`, build.sourceMaps ?? new Uint8Array())).status).toBe(
      200,
    );
  }

  function getMaps({ version, sourceMaps }: ArtifactManifest): string {
    const hash = Buffer.from(sourceMaps?.integrity.slice(7) ?? '', 'base64')
      .toString('hex')
      .slice(0, 16);
    return `${version}.${hash}.zip`;
  }

  test('a build is offered, its files are sent, and only then it is published', async () => {
    expect(await offer()).toMatchObject({
      status: 202,
      body: { missing: { files: Object.keys(manifest.files), sourceMaps: getMaps(manifest) } },
    });
    await sendAll();
    expect(await service.sample.store.versions('mfe-hubs')).not.toContain(manifest.version);
    expect(await offer()).toMatchObject({ status: 200, body: { result: 'published', published: { manifest } } });
    expect(await service.sample.store.versions('mfe-hubs')).toContain(manifest.version);
    expect(await offer()).toMatchObject({ status: 200, body: { result: 'unchanged' } });
    expect(await underway()).toEqual([]);
  });

  test('an interrupted publication goes on where it was, also after a restart of the service, and sends only the rest', async () => {
    const [first = '', second = ''] = Object.keys(manifest.files);
    await offer();
    await put(toPath(first), getBytes(first));
    await service.restart();
    hubs = await service.job();
    expect((await put(toPath(second), getBytes(second))).status).toBe(422);
    expect(await offer()).toMatchObject({ status: 202, body: { missing: { files: [second] } } });
  });

  test('a file that is sent twice is stored once', async () => {
    await offer();
    const file = manifest.entry;
    expect((await put(toPath(file), getBytes(file))).body).toEqual({ stored: 'created' });
    expect((await put(toPath(file), getBytes(file))).body).toEqual({ stored: 'exists' });
  });

  test('a publication whose file a prune has taken is asked for it again', async () => {
    await offer();
    await sendAll();
    await service.sample.lose(`artifacts/mfe-hubs/${manifest.entry}`);
    expect(await offer()).toMatchObject({
      status: 202,
      body: { missing: { files: [manifest.entry], sourceMaps: null } },
    });
    await put(toPath(manifest.entry), getBytes(manifest.entry));
    expect((await offer()).status).toBe(200);
  });

  describe('an upload is refused, and changes nothing:', () => {
    let before: readonly string[];
    beforeEach(async () => {
      await offer();
      before = await keys();
    });
    const OTHER = 'other.0123456789abcdef.js';
    const entry = () => toPath(manifest.entry);
    const entryBytes = () => getBytes(manifest.entry);
    const nothingChanged = async () => {
      expect((await keys()).toSorted()).toEqual(before.toSorted());
      // The service may learn after the sender that a connection has ended.
      while ((await underway()).length > 0) await new Promise(setImmediate);
    };

    test.each<[string, () => Promise<TestAnswer>, status: number, rule: string]>([
      [
        'with other bytes',
        () =>
          put(
            entry(),
            entryBytes().map((byte) => byte ^ 1),
          ),
        422,
        'files-differ',
      ],
      ['with more bytes', () => put(entry(), Buffer.concat([entryBytes(), Buffer.alloc(1)])), 413, 'over-limit'],
      ['of a file that is not listed', () => put(toPath(OTHER), Buffer.from('other')), 422, 'files-differ'],
      [
        'of a file that somebody else offered',
        async () => put(entry(), entryBytes(), await service.signIn(ANNA)),
        422,
        'files-differ',
      ],
      [
        'of a part that the sender may not publish',
        () => put(toPath(manifest.entry, 'mfe-legal'), entryBytes()),
        403,
        'not-allowed',
      ],
      [
        'with a name that has the hash of other bytes',
        async () => {
          await offer(hubs, { files: { ...manifest.files, [OTHER]: manifest.files[manifest.entry] } });
          return put(toPath(OTHER), entryBytes());
        },
        422,
        'file-name',
      ],
    ])('%s', async (_, upload, expected, rule) => {
      const { status, body } = await upload();
      expect([status, findRules(body)]).toEqual([expected, [rule]]);
      await nothingChanged();
    });

    test('without bytes', async () => {
      const { status } = await hubs.send('PUT', toPath(manifest.entry), { body: { a: 1 } });
      expect(status).toBe(400);
      await nothingChanged();
    });

    test('under a name that the store has for other bytes', async () => {
      await service.sample.write(`artifacts/mfe-hubs/${manifest.entry}`, 'damaged');
      const { status, body } = await put(toPath(manifest.entry), getBytes(manifest.entry));
      expect([status, findRules(body)]).toEqual([409, ['name-taken']]);
      expect(await service.sample.read(`artifacts/mfe-hubs/${manifest.entry}`)).toBe('damaged');
    });

    test.each([
      '../../releases/000009.json',
      '..%2f..%2freleases%2f000009.json',
      'entry.js',
      'CON.0123456789ABCDEF.js',
      `${'x'.repeat(300)}.0123456789abcdef.js`,
    ])('to the path %j', async (name) => {
      for (const path of [
        toPath(name),
        `/parts/mfe-hubs/files/${name}`,
        `/parts/..%2freleases/files/${manifest.entry}`,
      ]) {
        const answer = await put(path, Buffer.from('x')).catch(() => ({ status: 400 }));
        expect([400, 404, 401]).toContain(answer.status);
      }
      await nothingChanged();
    });
  });

  describe('an offer is refused, and changes nothing:', () => {
    // The other ways in which a manifest can be hostile: hostile-offers.inputs.full.test.ts, and publish.test.ts of the
    // core.
    test.each<[string, () => object, status: number]>([
      [
        'a file that is too large',
        () => ({
          files: { ...manifest.files, [manifest.entry]: { ...manifest.files[manifest.entry], size: 300 * MIB } },
        }),
        413,
      ],
      [
        'names that differ only in case',
        () => ({
          files: { ...manifest.files, [manifest.entry.replace('entry', 'ENTRY')]: manifest.files[manifest.entry] },
        }),
        422,
      ],
      ['a version that is none by semver.org', () => ({ version: '1.0.0-RC.1' }), 400],
    ])('%s', async (_, changes, status) => {
      const before = await keys();
      const answer = await offer(hubs, changes());
      expect([answer.status, answer.headers.get('content-type')]).toEqual([
        status,
        expect.stringContaining('problem+json'),
      ]);
      expect(await keys()).toEqual(before);
    });

    test('a manifest of more than a megabyte', async () => {
      const before = await keys();
      expect((await offer(hubs, { declaration: { name: 'x'.repeat(2 * MIB) } })).status).toBe(413);
      expect(await keys()).toEqual(before);
    });

    test('a version that is taken by other bytes', async () => {
      await offer();
      await sendAll();
      await offer();
      const before = await keys();
      const other = makeBuild({
        name: 'mfe-hubs',
        version: manifest.version,
        contents: { 'entry.js': 'other', 'main.js': 'x' },
      });
      const { status, body } = await offer(hubs, other.manifest);
      expect([status, findRules(body)]).toEqual([409, ['version-taken']]);
      expect(await keys()).toEqual(before);
    });

    test('of a part that the sender may not publish', async () => {
      const legal = makeBuild({ name: 'mfe-legal', version: '1.1.0', contents: { 'entry.js': 'x' } });
      const { status, body } = await offer(hubs, legal.manifest);
      expect([status, findRules(body)]).toEqual([403, ['not-allowed']]);
    });

    test('a style sheet that styles every page, once its bytes are there; nobody finds the version', async () => {
      const styled = makeBuild({
        name: 'mfe-hubs',
        version: manifest.version,
        contents: { 'entry.js': 'styled', 'hubs.css': 'body { color: red }' },
      });
      const body = { manifest: styled.manifest, provenance: styled.provenance };
      expect((await hubs.send('POST', '/publications', { body })).status).toBe(202);
      for (const [file, bytes] of styled.files) await put(toPath(file), bytes);
      const answer = await hubs.send('POST', '/publications', { body });
      expect([answer.status, findRules(answer.body)]).toEqual([422, ['global-style']]);
      expect(await service.sample.store.versions('mfe-hubs')).not.toContain(manifest.version);
    });
  });
}

import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readChecks } from '@portal/release/checks';
import { runRelease } from '@portal/release/cli/testing';
import { collectProof } from '@portal/release/collect-proof';
import { readCopies } from '@portal/release/copies';
import { SampleStore } from '@portal/release/operations/testing';
import type { ProofClient } from './testing.ts';
import { ANNA, BEN, SampleService } from './testing.ts';

/** Tests of what checks and copies record. */
export function testRecords(): void {
  const CARA = { sub: 'cara', email: 'cara@example.com', roles: [] };

  let service: SampleService;
  let anna: ProofClient;
  let ben: ProofClient;
  beforeAll(async () => {
    service = await SampleService.start();
    await service.sample.publish('mfe-hubs', '1.1.0');
    const issuer = service.people.url;
    await service.configure({
      rules: [
        { who: { issuer, email: 'anna@example.com' }, may: ['check', 'publish'], parts: ['mfe-hubs'] },
        { who: { issuer, email: CARA.email }, may: ['publish'], parts: ['mfe-hubs'] },
        { who: { issuer, email: 'ben@example.com' }, may: ['promote'], parts: '*' },
      ],
    });
    [anna, ben] = [await service.signIn(ANNA), await service.signIn(BEN)];
  });
  afterAll(() => service.stop());

  const findings = (version: string) => ({
    versions: { 'mfe-hubs': version },
    release: 1,
    views: [{ shell: '1.0.0', remotes: { 'mfe-hubs': version }, canaries: [] }],
    pages: [{ part: 'mfe-hubs', path: '/hubs', opened: 3, faults: [] }],
    notOpened: [],
  });

  test('what a check found is recorded under the proved name, by whoever may check the part', async () => {
    const body = { findings: findings('1.1.0'), actsFor: 'the hubs team' };
    expect(await anna.send('POST', '/checks', { body })).toMatchObject({ status: 200 });
    expect(await readChecks(service.sample.store, 'mfe-hubs', '1.1.0')).toMatchObject([
      { by: 'anna@example.com for "the hubs team"', pages: [{ path: '/hubs' }] },
    ]);
    const unknown = await anna.send('POST', '/checks', { body: { findings: findings('9.9.9') } });
    expect(unknown).toMatchObject({ status: 422, body: { refusals: [{ rule: 'not-published' }] } });
    const denied = await ben.send('POST', '/checks', { body: { findings: findings('1.1.0') } });
    expect(denied).toMatchObject({ status: 403, body: { refusals: [{ rule: 'not-allowed' }] } });
  });

  test('where a version was copied from is recorded under the proved name, if the proof holds', async () => {
    const hubs = { name: 'mfe-hubs', version: '1.1.0' };
    const staging = await SampleStore.make();
    await staging.publish('mfe-hubs', '1.1.0');
    const proof = await collectProof(staging.store, hubs);
    await staging.remove();
    // Longer than what other addresses take.
    const forged = { ...proof, version: { ...proof.version, document: ' '.repeat(100_000) } };
    const refused = await anna.send('POST', '/copies', { body: { ...hubs, proof: forged } });
    expect(refused).toMatchObject({ status: 422, body: { refusals: [{ rule: 'not-staged' }] } });
    expect(await readCopies(service.sample.store, 'mfe-hubs', '1.1.0')).toEqual([]);
    expect(await anna.send('POST', '/copies', { body: { ...hubs, proof } })).toMatchObject({ status: 200 });
    expect(await readCopies(service.sample.store, 'mfe-hubs', '1.1.0')).toMatchObject([{ by: 'anna@example.com' }]);
    const denied = await ben.send('POST', '/copies', { body: { ...hubs, proof } });
    expect(denied).toMatchObject({ status: 403, body: { refusals: [{ rule: 'not-allowed' }] } });
  });

  test('the command copies a version from a folder through the service', async () => {
    const staging = await SampleStore.make('folder');
    const folder = join(staging.folder, 'store');
    try {
      await staging.publish('mfe-hubs', '1.2.0', { sourceMaps: { 'entry.js': { version: 3 } } });
      const { keys } = await service.sample.store.log();
      await appendFile(join(staging.folder, 'trusted-keys'), `${keys.map(({ key }) => key).join('\n')}\n`);
      process.env['RELEASE_TOKEN'] = await service.people.personToken(CARA);
      const copy = () =>
        runRelease(['store', 'copy', '--from', folder, '--to', service.origin, 'mfe-hubs@1.2.0', '--store', folder]);
      expect(await copy()).toMatchObject({ code: 0 });
      expect(await copy()).toMatchObject({ code: 0 });
      const copied = await service.sample.store.readVersion('mfe-hubs', '1.2.0');
      expect(copied).toEqual(await staging.store.readVersion('mfe-hubs', '1.2.0'));
      expect(await readCopies(service.sample.store, 'mfe-hubs', '1.2.0')).toMatchObject([{ by: CARA.email }]);
    } finally {
      delete process.env['RELEASE_TOKEN'];
      await staging.remove();
    }
  });
}

import { expect, test } from '@jest/globals';
import { HOSTILE_TEXTS, INPUTS_LIMIT_MS, tryEach } from '@portal/node-kit/testing/inputs';
import { hostileManifests } from '@portal/release/operations/testing';
import { MissingSchema } from '@portal/release/service-api/publications';
import { makeBuild } from '@portal/release/testing';
import * as v from 'valibot';
import { ANNA, SampleService } from '../testing.ts';

const BYTES = { 'content-type': 'application/octet-stream' };
const toPath = (file: string) => `/parts/mfe-hubs/files/${encodeURIComponent(file)}`;
const getNames = (body: unknown) => v.parse(MissingSchema, body).missing.files;

test(
  'a hostile offer is refused with a problem in one line, and nothing of it gets into the store',
  async () => {
    const service = await SampleService.start({ limits: { changes: 10_000 } });
    const { manifest, provenance, files } = makeBuild({
      name: 'mfe-hubs',
      version: '1.1.0',
      contents: { 'entry.js': 'hubs', 'main.js': 'page', 'hubs.css': '.a{}', 'locale-de.js': 'de' },
    });
    const [entry = new Uint8Array()] = files.values();
    try {
      const anna = await service.signIn(ANNA);
      const before = await service.sample.store.driver.list('');
      await tryEach('Hostile offers, to the release service', hostileManifests(HOSTILE_TEXTS), async ([, changes]) => {
        const body = { manifest: { ...manifest, ...changes(manifest) }, provenance };
        let answer = await anna.send('POST', '/publications', { body });
        // The name may be one that a file can have: then its hash is that of no bytes that anybody could send.
        const [missing = ''] = answer.status === 202 ? getNames(answer.body).filter((file) => !files.has(file)) : [];
        if (missing !== '') answer = await anna.send('PUT', toPath(missing), { body: entry, headers: BYTES });
        const { status, headers, body: problem } = answer;
        expect([400, 409, 413, 422]).toContain(status);
        expect(headers.get('content-type')).toMatch(/^application\/problem\+json/);
        expect(problem['detail']).toMatch(/^.{10,1000}$/);
        expect(await service.sample.store.driver.list('')).toEqual(before);
      });
    } finally {
      await service.stop();
    }
  },
  INPUTS_LIMIT_MS,
);

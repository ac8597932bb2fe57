import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { listen } from '@portal/node-kit/listen';
import { askRelease } from '@portal/release/cli/testing';
import { configureAccess } from '@portal/release/access/configuration';
import { readPreviewToken } from '@portal/release/release-log/preview-token';
import * as v from 'valibot';
import { ANNA, sampleAccess, SampleService } from './testing.ts';

/** Tests of changes by a person. */
export function testRequests(): void {
  let service: SampleService;
  beforeAll(async () => {
    service = await SampleService.start();
  });
  afterAll(() => service.stop());

  describe('a person who may', () => {
    test('promotes a version, and the history has the proved name', async () => {
      await service.sample.publish('mfe-hubs', '1.1.0');
      const anna = await service.signIn(ANNA);
      const body = {
        reason: 'faster',
        actsFor: 'the hubs team',
        change: { action: 'promote', versions: { 'mfe-hubs': '1.1.0' } },
      };
      expect(await anna.send('POST', '/requests', { body })).toMatchObject({
        status: 200,
        body: { outcome: 'released', release: { number: 2, createdBy: 'anna@example.com for "the hubs team"' } },
      });
      expect((await service.sample.store.log()).findEntry('releases/000002.json')?.leaf).toMatchObject({
        actor: { kind: 'person', issuer: service.people.url, subject: 'anna', actsFor: 'the hubs team' },
      });
    });
  });

  test('a preview is for whoever may begin canaries of its parts, and changes nothing', async () => {
    await service.sample.publish('mfe-hubs', '1.2.0');
    await service.sample.publish('mfe-legal', '1.2.0');
    const { store } = service.sample;
    const before = await store.releaseNumbers();
    const job = await service.job();
    const body = { versions: { 'mfe-hubs': '1.2.0' } };
    const answer = await job.send('POST', '/previews', { body });
    expect(answer).toMatchObject({ status: 200, body });
    const { token, until } = v.parse(v.object({ token: v.string(), until: v.string() }), answer.body);
    const at = Date.parse(until) - 1;
    expect(readPreviewToken(token, await store.log(), at)).toEqual({ ...body, until });
    const both = { versions: { 'mfe-hubs': '1.2.0', 'mfe-legal': '1.2.0' } };
    expect(await job.send('POST', '/previews', { body: both })).toMatchObject({
      status: 403,
      body: { refusals: [{ rule: 'not-allowed', sides: [expect.any(String), 'mfe-legal'] }] },
    });
    const override = { part: 'mfe-legal', origin: 'http://localhost:4000' };
    const overridden = { ...body, override };
    expect(await job.send('POST', '/previews', { body: overridden })).toMatchObject({
      status: 403,
      body: { refusals: [{ rule: 'not-allowed', sides: [expect.any(String), 'mfe-legal'] }] },
    });
    const anna = await service.signIn(ANNA);
    for (const allowed of [both, overridden, { versions: {}, override }])
      expect(await anna.send('POST', '/previews', { body: allowed })).toMatchObject({ status: 200, body: allowed });
    const elsewhere = { ...overridden, override: { ...override, origin: 'http://dev.example.com' } };
    expect(await anna.send('POST', '/previews', { body: elsewhere })).toMatchObject({ status: 400 });
    expect(await store.releaseNumbers()).toEqual(before);
  });

  test('the command gets the address of a preview from the service', async () => {
    await service.sample.publish('mfe-hubs', '1.3.0');
    const { keys } = await service.sample.store.log();
    const state = service.sample.folder;
    await writeFile(join(state, 'trusted-keys'), keys.map(({ key }) => `${key}\n`).join(''));
    jest.replaceProperty(process, 'env', {
      ...process.env,
      PORTAL_STATE: state,
      RELEASE_TOKEN: await service.people.personToken(ANNA),
    });
    const asked = ['canary', 'mfe-hubs@1.3.0', '--preview', '--service', service.origin];
    expect(await askRelease(asked)).toMatchObject({ code: 0, preview: { versions: { 'mfe-hubs': '1.3.0' } } });
  });

  test('a release is told to be served by the web servers that serve it', async () => {
    const { store } = service.sample;
    const web = async (serves: (newest: number) => number) =>
      listen(
        (_request, response) => {
          void store.releaseNumbers().then((numbers) => {
            response.end(`portal_release_number ${String(serves(numbers.at(-1) ?? 0))}\n`);
          });
        },
        { port: 0, host: '127.0.0.1', variable: 'PORT' },
      );
    const servers = [await web((newest) => newest), await web((newest) => newest)];
    const metricsUrls = servers.map(({ port }) => `http://127.0.0.1:${String(port)}/metrics`);
    const watched = await SampleService.start({ metricsUrls, store });
    try {
      // Its own access rules are in another store.
      await configureAccess(store, {
        access: sampleAccess(watched.people.url, watched.pipelines.url),
        by: 'an operator',
        reason: 'a test',
      });
      await service.sample.publish('mfe-legal', '1.1.0');
      const anna = await watched.signIn(ANNA);
      const body = { reason: 'faster', change: { action: 'promote', versions: { 'mfe-legal': '1.1.0' } } };
      expect((await anna.send('POST', '/requests', { body })).body).toMatchObject({
        served: { serving: 2, servers: [{ problem: null }, { problem: null }] },
      });
      expect((await anna.send('GET', '/served')).body).toMatchObject({
        servers: metricsUrls.map((address) => ({ address, problem: null })),
      });
    } finally {
      await watched.stop();
      for (const server of servers) await server.close();
    }
  });
}

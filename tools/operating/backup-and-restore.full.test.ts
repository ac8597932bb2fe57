import { copyFile, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { testInFull } from '@portal/node-kit/testing/test-in-full';
import { openFolderStore } from '@portal/release/store';
import type { Store } from '@portal/release/store';
import { promoteAll, publishSample, sampleFrame, writeBuild } from '@portal/release/testing';
import { AUDIENCE, LocalIssuer, sampleAccess } from '@portal/release-service/testing';
import { commandsBelow } from '../documents/pages.ts';
import type { Environment, Outcome, Server } from './testing.ts';
import { killAll, Programs, typeCommands } from './testing.ts';

const AGAIN_MS = 50;

const programs = new Programs();
const issuers: LocalIssuer[] = [];
let folder: string;
let operator: Environment;
let store: Store;

const at = (...names: readonly string[]) => join(folder, ...names);
const build = (name: string, version: string) => {
  const frame = name === 'shell' ? { 'frame.json': sampleFrame('') } : {};
  return { name, version, contents: { 'entry.js': `${name} ${version}`, ...frame } };
};

/** A store with a release, whose operator has the key that signs its log. */
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-operating-'));
  operator = { PORTAL_STATE: at('operator'), STORE: at('store'), BACKUP: at('backup') };
  store = openFolderStore(at('store'), { state: at('operator') });
  for (const name of ['shell', 'mfe-hubs']) await publishSample(store, build(name, '1.0.0'));
  await publishSample(store, build('mfe-hubs', '1.1.0'));
  await promoteAll(store, { shell: '1.0.0', 'mfe-hubs': '1.0.0' });
});
afterEach(async () => {
  await killAll();
  for (const issuer of issuers.splice(0)) await issuer.stop();
  await rm(folder, { recursive: true });
});

async function startIssuer(): Promise<LocalIssuer> {
  const issuer = await LocalIssuer.start();
  issuers.push(issuer);
  return issuer;
}

const type = (commands: string, env: Environment = {}) => typeCommands(folder, commands, { ...operator, ...env });
const done = ({ code, text }: Outcome) => {
  if (code !== 0) throw new Error(`exit code ${String(code)}: ${text}`);
  return text;
};

const served = async ({ url }: Server): Promise<unknown> =>
  ((await (await fetch(`${url}/release.json`)).json()) as { number: number }).number;
const refusal = async ({ metricsUrl }: Server) =>
  /^portal_log_refused\{reason="([a-z]+)"\} 1$/m.exec(await (await fetch(metricsUrl)).text())?.[1] ?? 'none';

async function until<Value>(ask: () => Promise<Value>, expected: Value): Promise<void> {
  while ((await ask()) !== expected) await pause(AGAIN_MS);
}

test('the commands of the page copy a store, and bring the copy back', async () => {
  const [backUp = '', putBack = ''] = await commandsBelow('Backup and restore');
  done(await type(backUp));
  const numbers = await store.releaseNumbers();
  await rm(at('store/log'), { recursive: true });
  expect(done(await type(putBack))).toContain('The store is complete');
  expect(await openFolderStore(at('store'), { state: at('operator') }).releaseNumbers()).toEqual(numbers);
});

testInFull(
  'servers refuse a store that was restored from an older copy, until the commands of the page have said so; then they go on',
  async () => {
    const [backUp = '', putBack = '', describeRestored = ''] = await commandsBelow('Backup and restore');
    const [people, pipelines] = [await startIssuer(), await startIssuer()];
    await writeFile(at('access.json'), JSON.stringify(sampleAccess(people.url, pipelines.url)));
    done(await programs.release(operator, 'access', 'configure', at('access.json'), '--reason', 'The first rules'));

    // Each on a machine of its own: they share the store and the keys.
    const keys = { STORE: at('store'), LOG_KEYS: at('operator/trusted-keys') };
    const webServers = await Promise.all(
      ['web-1', 'web-2'].map((name) => programs.startWebServer({ ...keys, PORTAL_STATE: at(name) })),
    );
    const METRICS_URL = webServers.map(({ metricsUrl }) => metricsUrl).join(',');
    const signing = { ...keys, RELEASE_KEY: at('operator/release-key.pem') };
    const service = await programs.startService({ ...signing, PORTAL_STATE: at('service'), METRICS_URL });
    const job = {
      RELEASE_SERVICE: service.url,
      RELEASE_TOKEN: await pipelines.workloadToken(AUDIENCE),
      LOG_KEYS: keys.LOG_KEYS,
      PORTAL_STATE: at('job'),
    };
    const asJob = (...words: readonly string[]) => programs.release(job, ...words);

    done(await type(backUp));
    expect(done(await type(backUp))).toContain('nothing was new');
    await promoteAll(store, { 'mfe-hubs': '1.1.0' });
    for (const server of webServers) await until(() => served(server), 2);
    expect(done(await asJob('history', '--limit', '1'))).toContain('2 ');

    await rm(at('store/log'), { recursive: true });
    expect(done(await type(putBack))).toContain('The store is complete');
    for (const server of webServers) {
      await until(() => refusal(server), 'shorter');
      expect(await served(server)).toBe(2);
    }
    const refused = await asJob('status');
    expect(refused).toMatchObject({ code: 5, text: expect.stringContaining('entries, and had') });
    expect(refused.text).toContain('restore --checkpoint');

    await mkdir(at('seen'));
    for (const name of ['web-1', 'web-2'])
      for (const file of await readdir(at(name, 'web-server')))
        if (file.startsWith('checkpoint-')) await copyFile(at(name, 'web-server', file), at('seen', `${name}-${file}`));
    await copyFile(at('service/release-service/checkpoint.json'), at('seen/service.json'));
    expect(done(await type(describeRestored, { SEEN: at('seen') }))).toContain('The next release is 3.');
    for (const server of webServers) await until(() => refusal(server), 'none');

    await writeBuild(at('build'), build('mfe-hubs', '1.2.0'));
    done(await asJob('publish', at('build')));
    const released = await asJob('promote', 'mfe-hubs@1.2.0', '--reason', 'Works again');
    expect(released).toMatchObject({ code: 6, text: expect.stringContaining('Release 3 is live, served by 2 of 2') });
    expect(released.text).toContain('Release 3 is based on release 1, because release 2 cannot be read');
    expect(done(await asJob('promote', 'mfe-hubs@1.1.0', '--reason', 'As usual'))).toContain(
      'Release 4 is live, served by 2 of 2',
    );
    expect(done(await type(backUp))).toContain('The store is complete');
  },
);

import { spawnSync } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { listen } from '@portal/node-kit/listen';
import { freePort } from '@portal/node-kit/testing';
import { testInFull } from '@portal/node-kit/testing/test-in-full';
import { startS3Server } from '@portal/release/s3-server';
import { openFolderStore } from '@portal/release/store';
import { localConfig } from '@portal/web-server/local-config';
import { SamplePortal } from '@portal/web-server/testing';
import { packageServer } from './package-server.ts';
import type { ServerName } from './servers.ts';
import { SERVERS } from './servers.ts';
import { UnpackedServers } from './testing.ts';

const ROOT = join(import.meta.dirname, '../..');

let servers: UnpackedServers;
/** A store with a release, and the file of the key that it trusts. */
let store: Readonly<Record<'STORE' | 'LOG_KEYS', string>>;

beforeAll(async () => {
  servers = await UnpackedServers.unpack(...SERVERS.map(({ name }) => name));
  const state = join(servers.folder, 'operator');
  await mkdir(state);
  store = { STORE: join(state, 'store'), LOG_KEYS: join(state, 'trusted-keys') };
  const portal = new SamplePortal(openFolderStore(store.STORE, { state }));
  await portal.publish('shell');
  await portal.publish('mfe-hubs');
  await portal.release();
});
afterAll(() => servers.remove());

/** Prints where the program listens, so that a stack of its own code is seen. */
const PRINT_STACK = `import net from 'node:net';
const { listen } = net.Server.prototype;
net.Server.prototype.listen = function (...args) { console.error(new Error('here').stack); return listen.apply(this, args); };`;

/**
 * Options by which Node itself refuses to read what is neither in the package nor named by a setting, and to write what
 * is not data.
 */
function onlyItsOwn(name: ServerName, data: string, ...others: readonly string[]): string {
  const mayRead = [servers.getFolder(name), data, ...Object.values(store), ...others];
  return [
    '--permission',
    ...mayRead.map((path) => `--allow-fs-read=${path}`),
    `--allow-fs-write=${data}`,
    `--import=data:text/javascript,${encodeURIComponent(PRINT_STACK)}`,
  ].join(' ');
}

test('the web server runs from its archive alone: as another user, without a checkout, and writes only its data', async () => {
  const [port, metricsPort] = [String(await freePort()), String(await freePort())];
  const config = join(servers.folder, 'config.json');
  await writeFile(config, JSON.stringify(localConfig(4100, Number(port))));
  const data = await servers.dataFolder('web-server');
  const server = servers.start('portal-web-server', {
    ...store,
    PORTAL_STATE: data,
    PORTAL_CONFIG: config,
    PORTAL_PORT: port,
    METRICS_PORT: metricsPort,
    NODE_OPTIONS: onlyItsOwn('portal-web-server', data, config),
  });
  const page = await server.answers(`http://localhost:${port}/login`);
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<html')]);
  expect((await fetch(`http://localhost:${port}/favicon.svg`)).status).toBe(200);
  expect((await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).status).toBe(200);
  expect(await server.stop()).toEqual([0, null]);
  expect(server.output.text).toContain('portal:///packages/node-kit/src/listen.ts:');
  expect(await readdir(data)).toEqual(['web-server']);
});

testInFull('the release service and the console run from their archives alone, too', async () => {
  const [servicePort, consolePort] = [String(await freePort()), String(await freePort())];
  const data = await servers.dataFolder('release-service');
  const service = servers.start('portal-release-service', {
    ...store,
    PORTAL_STATE: data,
    RELEASE_PORT: servicePort,
    NODE_OPTIONS: onlyItsOwn('portal-release-service', data),
  });
  expect((await service.answers(`http://localhost:${servicePort}/livez`)).status).toBe(200);
  const consoleData = await servers.dataFolder('release-console');
  const releaseConsole = servers.start('portal-release-console', {
    ...store,
    PORTAL_STATE: consoleData,
    CONSOLE_PORT: consolePort,
    RELEASE_SERVICE: `http://localhost:${servicePort}`,
    IDENTITY_ISSUER: 'https://identity.example.com',
    NODE_OPTIONS: onlyItsOwn('portal-release-console', consoleData),
  });
  const page = await releaseConsole.answers(`http://localhost:${consolePort}/`);
  expect([page.status, await page.text()]).toEqual([401, expect.stringContaining('Sign in to release')]);
  const style = await (await fetch(`http://localhost:${consolePort}/console.css`)).text();
  expect(style).toMatch(/\.button\b[^]*\.console-user\b/);
  expect(style).not.toContain('@import');
  for (const server of [releaseConsole, service]) {
    expect(await server.stop()).toEqual([0, null]);
    expect(server.output.text).toMatch(/portal:\/\/\/packages\/[\w/.-]+\.ts:\d+/);
  }
});

test.each(SERVERS.map(({ name }) => name))(
  '%s says in a sentence which setting is missing, or how it is called',
  async (name) => {
    const { code, output } = await servers.run(name, []);
    const expected = {
      'portal-web-server': 'PORTAL_CONFIG is not set. Set it to the path of the file with the configuration.\n',
      'portal-release-service':
        'PORTAL_STATE is not set. Set it to the folder where the service keeps its key and what it has to remember.\n',
      'portal-release-console': 'IDENTITY_ISSUER is not set. Set it to the address of the identity provider.\n',
      'portal-release': expect.stringMatching(/^A command is missing\. .*portal-release --help/),
    }[name];
    expect([code === 0, output]).toEqual([false, expected]);
  },
);

/** Words of a command, its exit code, and what it prints. */
const COMMANDS = [
  ['status', 0, 'Release 1'],
  ['history', 0, 'by somebody'],
  ['store verify', 0, 'The store is complete'],
  ['store keys', 0, 'ebike-portal'],
  ['explain --help', 0, 'Usage: portal-release explain'],
  ['publish mfe-bike-pass', 2, 'Name a folder with a build'],
  [
    'check mfe-hubs@1.0.0',
    3,
    'Only a checkout of the portal has the program that opens pages. Give the command there, for the same store.',
  ],
] as const;

testInFull('the release command works from its archive alone, and says what needs a checkout', async () => {
  const state = await servers.dataFolder('release');
  for (const [words, code, output] of COMMANDS)
    expect([words, await servers.run('portal-release', words.split(' '), { ...store, PORTAL_STATE: state })]).toEqual([
      words,
      { code, output: expect.stringContaining(output) },
    ]);
  expect(await servers.run('portal-release', ['status'])).toEqual({
    code: 2,
    output: expect.stringMatching(/^STORE is not set\. /),
  });
});

testInFull('the release command finds the role of a container from its archive alone', async () => {
  const server = await startS3Server();
  const {
    AWS_ACCESS_KEY_ID: AccessKeyId,
    AWS_SECRET_ACCESS_KEY: SecretAccessKey,
    S3_ENDPOINT = '',
  } = server.environment;
  const keys = { AccessKeyId, SecretAccessKey, Token: 'a token', Expiration: new Date(Date.now() + 3_600_000) };
  const at = { port: 0, host: '127.0.0.1', variable: 'PORT', grace: 0 };
  const role = await listen((_request, response) => response.end(JSON.stringify(keys)), at);
  const environment = {
    LOG_KEYS: store.LOG_KEYS,
    S3_ENDPOINT,
    AWS_CONTAINER_CREDENTIALS_FULL_URI: `http://127.0.0.1:${String(role.port)}/`,
  };
  const words = ['status', '--store', `s3://${server.bucket}/empty`];
  try {
    expect(await servers.run('portal-release', words, environment)).toMatchObject({ code: 0 });
  } finally {
    await Promise.all([server.stop(), role.close()]);
  }
});

test('an archive names its version and licences, and no path of the machine that packed it', async () => {
  const folder = servers.getFolder('portal-web-server');
  const { version } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as { version: string };
  expect(folder).toBe(join(servers.folder, `portal-web-server-${version}`));
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  expect(files.map((file) => file.slice(folder.length + 1))).toEqual(
    expect.arrayContaining([
      'Containerfile',
      'README.md',
      'bin/portal-web-server',
      'config.example.json',
      'dist/portal-web-server.js.map',
      'licences.json',
      'package.json',
      'portal-web-server.service',
    ]),
  );
  for (const file of files)
    expect([file, await readFile(file, 'utf8')]).toEqual([file, expect.not.stringContaining(ROOT)]);
  expect(await readFile(join(folder, 'README.md'), 'utf8')).toMatch(
    new RegExp(`^# portal-web-server ${version}\n[^]*\n\\| \`PORTAL_CONFIG\` \\| the file config.json`),
  );
});

test('the same sources give the same bytes, and those of the web server are at most 5 MB unpacked', async () => {
  const [server] = SERVERS;
  const packed = ['one', 'two'].map((name) => packageServer(ROOT, join(servers.folder, name), server));
  const [one, two] = await Promise.all(packed);
  expect(Buffer.compare(await readFile(one?.archive ?? ''), await readFile(two?.archive ?? ''))).toBe(0);
  expect(one?.size.folder).toBeLessThan(5_000_000);
});

const UNITS = SERVERS.flatMap(({ units }) => units.filter((unit) => unit.endsWith('.service')));
const hasAnalyze = spawnSync('systemd-analyze', ['--version'], { stdio: 'ignore' }).status === 0;

(hasAnalyze ? describe : describe.skip)('systemd-analyze', () => {
  test.each(UNITS)('counts an exposure below 2.0 for %s', (unit) => {
    // In tenths; the command fails above the threshold.
    const options = ['--offline=yes', '--threshold=19', '--no-pager', join(ROOT, 'operations/systemd', unit)];
    const { status, stdout } = spawnSync('systemd-analyze', ['security', ...options], { encoding: 'utf8' });
    expect(status === 0 ? '' : stdout).toBe('');
  });
});

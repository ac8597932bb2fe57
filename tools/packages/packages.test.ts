import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { freePort } from '@portal/node-kit/testing';
import { openFolderStore } from '@portal/release/store';
import { localConfig } from '@portal/web-server/local-config';
import { SamplePortal } from '@portal/web-server/testing';
import { UnpackedServers } from './testing.ts';

const ROOT = join(import.meta.dirname, '../..');

let servers: UnpackedServers;
beforeAll(async () => {
  servers = await UnpackedServers.unpack('portal-web-server');
});
afterAll(() => servers.remove());

/** A store with a release, and settings with which the web server serves it. */
async function webServerSettings() {
  const state = join(servers.folder, 'operator');
  await mkdir(state);
  const portal = new SamplePortal(openFolderStore(join(state, 'store'), { state }));
  await portal.publish('shell');
  await portal.publish('mfe-hubs');
  await portal.release();
  const [port, metricsPort] = [await freePort(), await freePort()];
  const config = join(servers.folder, 'config.json');
  await writeFile(config, JSON.stringify(localConfig(4100, port)));
  return {
    PORTAL_CONFIG: config,
    PORTAL_PORT: String(port),
    METRICS_PORT: String(metricsPort),
    PORTAL_STATE: await servers.dataFolder('web-server'),
    STORE: join(state, 'store'),
    LOG_KEYS: join(state, 'trusted-keys'),
  };
}

/** Prints where the program listens, so that a stack of its own code is seen. */
const PRINT_STACK = `import net from 'node:net';
const { listen } = net.Server.prototype;
net.Server.prototype.listen = function (...args) { console.error(new Error('here').stack); return listen.apply(this, args); };`;

test('the web server runs from its archive alone: as another user, without a checkout, and writes only its data', async () => {
  const settings = await webServerSettings();
  const folder = servers.folderOf('portal-web-server');
  // Node itself refuses to read what is neither in the package nor named by a setting.
  const mayRead = [folder, settings.PORTAL_STATE, settings.STORE, settings.LOG_KEYS, settings.PORTAL_CONFIG];
  const rules = ['--permission', ...mayRead.map((path) => `--allow-fs-read=${path}`)];
  const server = servers.start('portal-web-server', {
    ...settings,
    NODE_OPTIONS: [
      ...rules,
      `--allow-fs-write=${settings.PORTAL_STATE}`,
      `--import=data:text/javascript,${encodeURIComponent(PRINT_STACK)}`,
    ].join(' '),
  });
  const page = await server.answers(`http://localhost:${settings.PORTAL_PORT}/login`);
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<html')]);
  const icon = await fetch(`http://localhost:${settings.PORTAL_PORT}/favicon.svg`);
  expect(icon.status).toBe(200);
  expect((await fetch(`http://127.0.0.1:${settings.METRICS_PORT}/metrics`)).status).toBe(200);
  expect(await server.stop()).toEqual([0, null]);
  expect(server.output.text).toContain('portal:///packages/node-kit/src/listen.ts:');
  expect(await readdir(settings.PORTAL_STATE)).toEqual(['web-server']);
});

test('it says in a sentence which setting is missing, and never takes the configuration for the development backend', async () => {
  const { code, output } = await servers.run('portal-web-server', []);
  expect([code, output]).toEqual([
    1,
    'PORTAL_CONFIG is not set. Set it to the path of the file with the configuration.\n',
  ]);
});

test('its archive names its version and licences, and no path of the machine that packed it', async () => {
  const folder = servers.folderOf('portal-web-server');
  const { version } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as { version: string };
  expect(folder).toBe(join(servers.folder, `portal-web-server-${version}`));
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  expect(files.map((file) => file.slice(folder.length + 1))).toEqual(
    expect.arrayContaining(['bin/portal-web-server', 'dist/portal-web-server.js.map', 'licences.json', 'package.json']),
  );
  for (const file of files) expect([file, (await readFile(file, 'utf8')).includes(ROOT)]).toEqual([file, false]);
});

import { chmod, copyFile, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { freePort } from '@portal/node-kit/testing';
import { openFolderStore } from '@portal/release/store';
import { localConfig } from '@portal/web-server/local-config';
import { SamplePortal } from '@portal/web-server/testing';
import { runCommand } from '../../scripts/processes/run-command.ts';
import { Containers, LIMITS } from '../test/containers.ts';
import { commandsBelow, installationSteps } from '../documents/pages.ts';
import type { Packed } from './package-server.ts';
import { packageAll } from './package-server.ts';
import type { ServerName } from './servers.ts';
import { SERVERS } from './servers.ts';

const ROOT = join(import.meta.dirname, '../..');
const PAUSE_MS = 100;

test.each(SERVERS.map(({ name }) => name))(
  'the image of %s runs its program as a user without rights',
  async (name) => {
    const lines = (await readFile(join(ROOT, 'operations/containers', `${name}.Containerfile`), 'utf8')).split('\n');
    expect(lines).toEqual(
      expect.arrayContaining([
        'USER 10001:10001',
        'VOLUME /data',
        'STOPSIGNAL SIGTERM',
        `COPY . /opt/${name}`,
        `ENTRYPOINT ["node", "/opt/${name}/bin/${name}"]`,
      ]),
    );
    // The port of the metrics, which visitors must not reach.
    expect(lines.join('\n')).not.toMatch(/^EXPOSE.*4300/m);
  },
);

const folder = await mkdtemp(join(tmpdir(), 'portal-containers-'));
const opened = await Containers.open(join(folder, 'podman'));
// The processes that podman leaves for a moment still write there.
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 }));

/** The settings of all servers, which take what is theirs. */
const SETTINGS = {
  PORTAL_CONFIG: '/portal/config.json',
  STORE: '/portal/store',
  LOG_KEYS: '/portal/trusted-keys',
  RELEASE_ORIGIN: 'https://releases.example.com',
  CONSOLE_ORIGIN: 'https://console.example.com',
  IDENTITY_ISSUER: 'https://identity.example.com',
};

/** Waits for an answer. @returns its status. */
async function readStatus(url: string): Promise<number> {
  for (;;) {
    const response = await fetch(url, { redirect: 'manual' }).catch(() => undefined);
    if (response) return response.status;
    await pause(PAUSE_MS);
  }
}

/** Server, the variable of its port, an address, and the status of its answer. */
const ANSWERS = [
  ['portal-web-server', 'PORTAL_PORT', '/login', 200],
  ['portal-release-service', 'RELEASE_PORT', '/livez', 200],
  ['portal-release-console', 'CONSOLE_PORT', '/', 308],
] as const;

/** What a container is not given. */
const CLOSED = ['--read-only', '--cap-drop', 'all', '--security-opt', 'no-new-privileges'];

/** Asks an address until it answers with a status. */
const ASK = `const [, url, wanted] = process.argv;
const again = () => setTimeout(ask, 100);
const ask = () => fetch(url, { redirect: 'manual' }).then(({ status }) => String(status) === wanted || again(), again);
ask();`;

/** A machine's files: Debian with systemd, and Node. */
async function makeMachine(machine: string): Promise<void> {
  const packages = '--include=systemd,systemd-sysv,passwd,libstdc++6';
  const args = ['--quiet', '--variant=essential', packages, 'bookworm', machine];
  const { code, output } = await runCommand({ file: 'mmdebstrap', args, cwd: folder });
  if (code !== 0) throw new Error(output);
  await copyFile(process.execPath, join(machine, 'usr/local/bin/node'));
}

/** Where no containers run, the name of the tests has the reason. */
const WHERE = typeof opened === 'string' ? `in containers (${opened})` : 'in containers';

(opened instanceof Containers ? describe : describe.skip)(WHERE, () => {
  const containers = opened instanceof Containers ? opened : undefined;
  const podman = async (...args: readonly string[]) => (await containers?.run(...args)) ?? '';
  /** The packages, and what else an operator copies to a machine. */
  const packages = join(folder, 'packages');
  let packed: readonly Packed[] = [];
  /** The store, the key that it trusts, and the configuration, all for everybody to read. */
  const state = join(folder, 'portal');

  const getPackage = (name: ServerName): Packed => {
    const found = packed.find((each) => each.name === name);
    if (found === undefined) throw new Error(`${name} is not packed`);
    return found;
  };

  beforeAll(async () => {
    await chmod(folder, 0o755);
    await mkdir(state);
    const portal = new SamplePortal(openFolderStore(join(state, 'store'), { state }));
    await portal.publish('shell');
    await portal.publish('mfe-hubs');
    await portal.release();
    await writeFile(join(state, 'config.json'), JSON.stringify(localConfig(4100, 4000)));
    packed = await packageAll(ROOT, packages);
    for (const file of ['config.json', 'trusted-keys']) await copyFile(join(state, file), join(packages, file));
  });
  afterAll(() => containers?.remove());

  test.each(ANSWERS)(
    'the image of %s serves without rights, on a file system that it cannot write',
    async (name, variable, path, status) => {
      const port = String(await freePort());
      await podman('build', '--tag', name, getPackage(name).folder);
      const settings = { ...SETTINGS, METRICS_PORT: String(await freePort()), [variable]: port };
      const env = Object.entries(settings).flatMap(([key, value]) => ['--env', `${key}=${value}`]);
      const mounts = ['--volume', `${state}:/portal:ro`];
      await containers?.start(name, '--network', 'host', ...CLOSED, ...mounts, ...env, name);
      expect(await readStatus(`http://127.0.0.1:${port}${path}`)).toBe(status);
      const inside = async (code: string) => await podman('exec', name, 'node', '-p', code);
      expect(await inside('process.getuid()')).toBe('10001');
      expect(await inside(`try { fs.writeFileSync('/opt/file', '') } catch (error) { error.code }`)).toBe('EROFS');
      await podman('stop', '--time', '30', name);
      expect(await podman('inspect', '--format', '{{.State.ExitCode}}', name)).toBe('0');
    },
  );

  test('the image of portal-release runs its commands', async () => {
    await podman('build', '--tag', 'portal-release', getPackage('portal-release').folder);
    const given = ['--volume', `${state}:/portal:ro`, '--env', `LOG_KEYS=${SETTINGS.LOG_KEYS}`];
    const words = ['store', 'verify', '--store', '/portal/store'];
    const options = ['--rm', '--network', 'none', ...CLOSED, ...LIMITS, ...given];
    expect(await podman('run', ...options, 'portal-release', ...words)).toContain('The store is complete');
  });

  test('the page’s commands install servers that run under systemd: each as a user of its own, again after a kill, ending cleanly', async () => {
    const machine = join(folder, 'machine');
    await makeMachine(machine);
    await cp(packages, join(machine, 'root/packages'), { recursive: true });
    // What systemd needs to confine its services, which a container has not by default.
    const rights = ['--cap-add', 'SYS_ADMIN,NET_ADMIN,SYS_PTRACE', '--security-opt', 'unmask=ALL'];
    const options = ['--systemd=always', '--network', 'none', ...rights, '--security-opt', 'seccomp=unconfined'];
    await containers?.start('machine', ...options, '--rootfs', machine, '/sbin/init');
    const inside = async (...args: readonly string[]) => await podman('exec', 'machine', ...args);
    const type = async (commands: string) =>
      await podman('exec', '--workdir', '/root/packages', 'machine', 'sh', '-eu', '-c', commands);
    const shown = async (unit: string, property: string) =>
      await inside('systemctl', 'show', '--value', '--property', property, unit);
    const answers = async (url: string, status: number) => await inside('node', '--eval', ASK, url, String(status));
    while ((await containers?.try('exec', 'machine', 'systemctl', 'show', '--property', 'Version'))?.code !== 0)
      await pause(PAUSE_MS);

    const { version } = getPackage('portal-web-server');
    const commands = [...(await installationSteps()), ...(await commandsBelow('Packages'))];
    /** The page's commands that have a text in them, or of these the lines that have one. */
    const typed = async (part: string, line = '') => {
      const block = commands.find((each) => each.includes(part)) ?? `echo "The page has no ${part}"; exit 1`;
      const lines = block.split('\n').filter((each) => each.includes(line));
      await type(lines.join('\n').replace(/^VERSION=[\d.]+/, `VERSION=${version}`));
    };
    await typed('tar xzf "portal-$name');
    await typed('useradd', 'useradd');
    await typed('useradd', 'install -d');
    await type('cp config.json trusted-keys /etc/portal');
    await typed('/etc/portal/web-server.env');
    await typed('folder-store.conf');
    await typed('/etc/portal/release-console.env');
    await typed('portal-release.timer');
    await cp(join(state, 'store'), join(machine, 'srv/portal-store'), { recursive: true });
    await type('chown -R portal-release /srv/portal-store');

    const servers = ['portal-web-server', 'portal-release-service', 'portal-release-console'];
    await answers('http://localhost:4000/login', 200);
    await answers('http://localhost:4400/livez', 200);
    // The name of its host is another one.
    await answers('http://localhost:4200/', 421);
    for (const unit of servers) {
      const rightsOf = await inside('cat', `/proc/${await shown(unit, 'MainPID')}/status`);
      // Of systemd's, or of the page's own.
      expect(rightsOf).toMatch(unit === 'portal-release-service' ? /^Uid:\t99\d\t/m : /^Uid:\t6\d{4}\t/m);
      expect(rightsOf).toMatch(/^CapEff:\t0+$/m);
      expect(rightsOf).toMatch(/^NoNewPrivs:\t1\nSeccomp:\t2$/m);
    }
    await inside('systemctl', 'kill', '--signal', 'KILL', 'portal-web-server');
    while ((await shown('portal-web-server', 'NRestarts')) !== '1') await pause(PAUSE_MS);
    await answers('http://localhost:4000/login', 200);
    await inside('systemctl', 'start', 'portal-release');
    expect(await shown('portal-release', 'Result')).toBe('success');
    await inside('systemctl', 'stop', ...servers);
    for (const unit of servers)
      expect([await shown(unit, 'Result'), await shown(unit, 'ExecMainStatus')]).toEqual(['success', '0']);
  });
});

import { execFile, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from '@portal/node-kit/testing';
import { PlainError } from '@portal/node-kit/plain-error';
import { AwsClient } from 'aws4fetch';
import { installPackages } from '../../scripts/system-packages.ts';
import type { PackageMachine } from '../../scripts/system-packages.ts';

/** An S3 server (Ceph's RADOS gateway) for one run of the tests. Its data is in memory. */
export interface TestCeph {
  /** As TEST_S3_URL has it: "http://KEY:SECRET@127.0.0.1:8000/BUCKET". */
  readonly url: string;
  /** Its gateway ends: nobody answers at the address, and what was stored stays. */
  stopGateway(): Promise<void>;
  /** The gateway answers again, at the same address. */
  startGateway(): Promise<void>;
  stop(): Promise<void>;
}

/** Program -> Debian package. */
const PROGRAMS = { 'ceph-mon': 'ceph-mon', 'ceph-osd': 'ceph-osd', radosgw: 'radosgw' } as const;
const SKIPPED = 'the tests of stores on S3 on a real server (Ceph)';
const BUCKET = 'portal-tests';
/** For a machine with much to do; a usual start takes twenty seconds. */
const STEP_LIMIT_MS = 180_000;
const READY_PAUSE_MS = 100;
const STOP_LIMIT_MS = 10_000;

const execute = promisify(execFile);

const missing = (): readonly string[] =>
  Object.entries(PROGRAMS).flatMap(([program, name]) => (existsSync(join('/usr/bin', program)) ? [] : [name]));

/** One monitor, one storage daemon in memory, one gateway: nobody else can reach them, and nothing outlives the run. */
function configuration(folder: string, cluster: string, port: number): string {
  const settings = {
    fsid: cluster,
    mon_host: `v2:127.0.0.1:${String(port)}`,
    public_addr: '127.0.0.1',
    cluster_addr: '127.0.0.1',
    auth_cluster_required: 'none',
    auth_service_required: 'none',
    auth_client_required: 'none',
    // The gateway would insist on encryption, which needs keys.
    ms_mon_client_mode: 'crc',
    mon_data: join(folder, 'mon'),
    mon_allow_pool_size_one: 'true',
    osd_data: join(folder, 'osd'),
    osd_objectstore: 'memstore',
    osd_crush_chooseleaf_type: '0',
    osd_pool_default_size: '1',
    osd_pool_default_min_size: '1',
    osd_pool_default_pg_num: '1',
    osd_pool_default_pg_autoscale_mode: 'off',
    rgw_rados_pool_pg_num_min: '1',
    rgw_data: join(folder, 'rgw'),
    run_dir: folder,
    admin_socket: join(folder, '$name.asok'),
    crash_dir: join(folder, 'crash'),
    log_file: join(folder, '$name.log'),
    // However full the disk is: the monitor writes little.
    mon_data_avail_crit: '1',
  };
  return `[global]\n${Object.entries(settings)
    .map(([name, value]) => `${name} = ${value}\n`)
    .join('')}`;
}

interface Daemon {
  readonly name: string;
  readonly process: ChildProcess;
  readonly ended: Promise<void>;
}

async function end({ process, ended }: Daemon): Promise<void> {
  process.kill('SIGTERM');
  const force = setTimeout(() => process.kill('SIGKILL'), STOP_LIMIT_MS);
  await ended;
  clearTimeout(force);
}

/** A running cluster, and what it needs to be stopped. */
class Cluster {
  readonly #folder: string;
  readonly #daemons: Daemon[] = [];

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Runs a program of Ceph to its end. @throws with what it printed. */
  async run(program: string, ...args: readonly string[]): Promise<void> {
    const options = { cwd: this.#folder, timeout: STEP_LIMIT_MS };
    await Promise.race([execute(program, ['-c', join(this.#folder, 'ceph.conf'), ...args], options), this.#failure()]);
  }

  /** Starts a daemon. Its output is in a file beside its data. */
  async start(program: string, ...args: readonly string[]): Promise<void> {
    const output = await open(join(this.#folder, `${program}.out`), 'w');
    const process = spawn(program, ['-f', '-c', join(this.#folder, 'ceph.conf'), ...args], {
      cwd: this.#folder,
      stdio: ['ignore', output.fd, output.fd],
    });
    const { promise: ended, resolve } = Promise.withResolvers<void>();
    process.once('close', () => {
      resolve();
    });
    process.once('error', () => {
      resolve();
    });
    this.#daemons.push({ name: program, process, ended });
    await output.close();
  }

  /** @throws {PlainError} unless the address answers in time; also if a daemon ends. */
  async untilAnswers(address: string): Promise<void> {
    const limit = AbortSignal.timeout(STEP_LIMIT_MS);
    const answers = async () => {
      while (!(await fetch(address, { signal: limit }).catch(() => undefined))?.ok) {
        limit.throwIfAborted();
        await pause(READY_PAUSE_MS);
      }
    };
    await Promise.race([answers(), this.#failure()]);
  }

  /** Stops the daemon that was started last. */
  async stopLast(): Promise<void> {
    const daemon = this.#daemons.pop();
    if (daemon) await end(daemon);
  }

  async stop(): Promise<void> {
    // The gateway first, because it waits for the others.
    for (const daemon of this.#daemons.toReversed()) await end(daemon);
    await rm(this.#folder, { recursive: true, force: true });
  }

  /** Rejects when a daemon ends. */
  async #failure(): Promise<never> {
    const name = await Promise.race(this.#daemons.map(({ ended, name: each }) => ended.then(() => each)));
    const output = await readFile(join(this.#folder, `${name}.out`), 'utf8').catch(() => '');
    throw new PlainError(`Ceph does not start: ${name} has ended.\n${output.trim()}`);
  }
}

async function run(): Promise<TestCeph> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-ceph-'));
  const cluster = new Cluster(folder);
  const [monitorPort, gatewayPort] = [await freePort(), await freePort()];
  const [id, disk, key, secret] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  try {
    await writeFile(join(folder, 'ceph.conf'), configuration(folder, id, monitorPort));
    for (const data of ['mon', 'osd', 'rgw', 'crash']) await mkdir(join(folder, data));
    const map = join(folder, 'monmap');
    const monitor = `[v2:127.0.0.1:${String(monitorPort)}]`;
    await execute('monmaptool', ['--create', '--fsid', id, '--addv', 'a', monitor, map]);
    await cluster.run('ceph-mon', '--mkfs', '-i', 'a', '--monmap', map);
    await cluster.start('ceph-mon', '-i', 'a');
    // Each of these answers once what it needs is ready: the monitor, then the storage daemon.
    await cluster.run('ceph', 'osd', 'new', disk);
    await cluster.run('ceph-osd', '-i', '0', '--mkfs', '--osd-uuid', disk);
    await cluster.start('ceph-osd', '-i', '0');
    const keys = ['--access-key', key, '--secret', secret];
    await cluster.run('radosgw-admin', 'user', 'create', '--uid', 'portal', '--display-name', 'portal', ...keys);
    const address = `127.0.0.1:${String(gatewayPort)}`;
    const startGateway = async () => {
      // Without tcp_nodelay every answer takes 40 ms.
      await cluster.start('radosgw', '-n', 'client.admin', `--rgw-frontends=beast endpoint=${address} tcp_nodelay=1`);
      await cluster.untilAnswers(`http://${address}/`);
    };
    await startGateway();
    const user = new AwsClient({ accessKeyId: key, secretAccessKey: secret, service: 's3', region: 'us-east-1' });
    const { status } = await user.fetch(`http://${address}/${BUCKET}`, { method: 'PUT' });
    if (status !== 200) throw new PlainError(`Ceph has made no bucket: ${String(status)}.`);
    return {
      url: `http://${key}:${secret}@${address}/${BUCKET}`,
      stopGateway: () => cluster.stopLast(),
      startGateway,
      stop: () => cluster.stop(),
    };
  } catch (error) {
    await cluster.stop();
    throw error;
  }
}

/**
 * A server only for this run, from Debian's packages. Undefined if there is none; then the tests that need it are
 * skipped.
 */
export async function startTestCeph(machine: PackageMachine): Promise<TestCeph | undefined> {
  const packages = missing();
  if (packages.length > 0) installPackages(packages, SKIPPED, machine);
  return missing().length > 0 ? undefined : await run();
}

import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, testProgram } from '@portal/node-kit/testing';
import { waitForResponse } from '../../../scripts/start/servers.ts';
import type { Delivery } from './releases.ts';
import { watched } from './server-watch.ts';
import { copyStore } from './store-copy.ts';

const ROOT = join(import.meta.dirname, '../../..');
/** The web server's program. */
export const WEB_SERVER = testProgram('web-server', join(ROOT, 'packages/delivery/web-server/src/main.ts'));
const END_WITH_PARENT = join(ROOT, 'scripts/processes/end-with-parent.mjs');

/** A web server of the test's own, with a store of its own, in front of the backend that the tests share. */
export interface WebServerProcess extends Delivery {
  /** The web server's metrics. */
  readonly metricsUrl: string;
  /** Stops it and removes its data. */
  stop(): Promise<void>;
}

/** A complete portal on free ports, with data of its own. */
export interface PortalProcess extends WebServerProcess {
  readonly backendUrl: string;
  /** Address of the release console. */
  readonly consoleUrl: string;
}

type Environment = Readonly<Record<string, string>>;

/** Starts `script` and waits until it is `ready`. @throws with its output when it ends before that. */
export async function launch(
  script: string,
  env: Environment,
  ready: (child: ChildProcess) => Promise<unknown> = async (child) => {
    await once(child, 'message');
  },
  words: readonly string[] = [],
): Promise<ChildProcess> {
  const child = fork(script, words, {
    execArgv: ['--disable-warning=ExperimentalWarning', '--import', END_WITH_PARENT],
    env: { ...process.env, ...watched(), ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const ended = once(child, 'close').then(() => {
    throw new Error(`The portal did not start:\n${output}`);
  });
  await Promise.race([ready(child), ended]);
  ended.catch(() => {});
  return child;
}

/** One that has not stopped by then is killed, and the test fails. */
const STOP_LIMIT_MS = 60_000;

export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  // Not "close", which waits for whoever else has its output.
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const force = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS);
  await ended;
  clearTimeout(force);
  if (child.exitCode !== 0) throw new Error(`The portal did not stop as it should: exit code ${child.exitCode}.`);
}

async function startScript(
  script: string,
  settings: Environment = {},
  words: readonly string[] = [],
): Promise<PortalProcess> {
  const portalPort = Number(settings['PORTAL_PORT'] ?? (await freePort()));
  const backendPort = await freePort();
  const metricsPort = await freePort();
  const consolePort = await freePort();
  const stateFolder = await mkdtemp(join(tmpdir(), 'portal-e2e-'));
  const env = {
    PORTAL_PORT: String(portalPort),
    BACKEND_PORT: String(backendPort),
    METRICS_PORT: String(metricsPort),
    CONSOLE_PORT: String(consolePort),
    PORTAL_STATE: stateFolder,
    // Tests create people, and inject faults.
    DEV_CONTROL: 'yes',
    ...settings,
  };
  const child = await launch(script, env, undefined, words);
  return {
    url: `http://localhost:${portalPort}`,
    backendUrl: `http://localhost:${backendPort}`,
    metricsUrl: `http://127.0.0.1:${metricsPort}/metrics`,
    consoleUrl: `http://localhost:${consolePort}`,
    stateFolder,
    async stop() {
      await end(child);
      await rm(stateFolder, { recursive: true, force: true });
    },
  };
}

/**
 * Builds what changed, publishes, and starts the servers; resolves when they answer. `origins` are further ones: its
 * backend lets them in, and their pages may load its remotes.
 */
export async function startPortal(origins: readonly string[] = []): Promise<PortalProcess> {
  const list = origins.join(',');
  return await startScript(join(ROOT, 'scripts/start.ts'), { PORTAL_ORIGINS: list, HOST_ORIGINS: list });
}

const START_LIMIT_MS = 60_000;

/** A setting that `global-setup.ts` puts into the environment. */
export function shared(variable: 'SHARED_STATE' | 'WEB_SERVER_PORTS' | 'BACKEND_URL'): string {
  const value = process.env[variable];
  if (!value) throw new Error(`${variable} is not set; run the tests with e2e/playwright.config.ts, without BASE_URL.`);
  return value;
}

/** The port on which this worker may start a server that the shared backend lets in. */
export function workerPort(): number {
  return Number(shared('WEB_SERVER_PORTS').split(',')[Number(process.env['TEST_PARALLEL_INDEX'] ?? 0)]);
}

/**
 * Starts the web server alone, on a copy of the store that the tests share; `config` replaces the configuration for
 * this machine. A worker has one at a time, on a port that the shared backend lets in.
 */
export async function startWebServer(config?: object, settings: Environment = {}): Promise<WebServerProcess> {
  const stateFolder = await mkdtemp(join(tmpdir(), 'portal-e2e-'));
  await copyStore(shared('SHARED_STATE'), stateFolder);
  const port = workerPort();
  const metricsPort = await freePort();
  const url = `http://localhost:${port}`;
  const configFile = join(stateFolder, 'config.json');
  if (config) await writeFile(configFile, JSON.stringify(config));
  const env = {
    PORTAL_PORT: String(port),
    METRICS_PORT: String(metricsPort),
    BACKEND_PORT: new URL(shared('BACKEND_URL')).port,
    PORTAL_STATE: stateFolder,
    ...(config && { PORTAL_CONFIG: configFile }),
    ...settings,
  };
  const child = await launch(WEB_SERVER, env, async () => {
    await waitForResponse(`${url}/release.json`, START_LIMIT_MS, new AbortController().signal);
  });
  return {
    url,
    metricsUrl: `http://127.0.0.1:${metricsPort}/metrics`,
    stateFolder,
    async stop() {
      await end(child);
      await rm(stateFolder, { recursive: true, force: true });
    },
  };
}

/** What `npm run dev` runs, with these words, in the copy of the repository at `root`. */
export async function startDevelopment(
  root: string,
  words: readonly string[] = [],
  settings: Environment = {},
): Promise<PortalProcess> {
  return await startScript(join(root, 'scripts/dev.ts'), settings, words);
}

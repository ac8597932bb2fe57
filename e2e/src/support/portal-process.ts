import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkPortFree } from '../../../scripts/start/ports.ts';
import { SettingError } from '../../../scripts/start/settings.ts';

const ROOT = join(import.meta.dirname, '../../..');
const END_WITH_PARENT = join(ROOT, 'scripts/processes/end-with-parent.mjs');

/** A whole portal of the tests' own, on free ports, with data of its own. */
export interface PortalProcess {
  /** "http://localhost:40123", without a slash at the end. */
  readonly url: string;
  readonly backendUrl: string;
  /** What the web server counts. */
  readonly metricsUrl: string;
  /** Where release managers work. */
  readonly consoleUrl: string;
  /** Folder of store and database. */
  readonly stateFolder: string;
  /** Stops it and starts it again on the same ports and data. */
  restart(): Promise<void>;
  /** Stops it and forgets its data. */
  stop(): Promise<void>;
}

type Environment = Readonly<Record<string, string>>;

/** Runs `script` of a repository. @throws with everything that the portal wrote when it ends before it is ready. */
async function launch(script: string, env: Environment): Promise<ChildProcess> {
  const child = fork(script, {
    execArgv: ['--disable-warning=ExperimentalWarning', '--import', END_WITH_PARENT],
    env: { ...process.env, ...env },
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
  await Promise.race([once(child, 'message'), ended]);
  ended.catch(() => {});
  return child;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const closed = once(child, 'close');
  child.kill('SIGTERM');
  await closed;
  if (child.exitCode !== 0) throw new Error(`The portal did not stop as it should: exit code ${child.exitCode}.`);
}

/**
 * Below the ports that systems lend to outgoing connections, of which a browser takes many, and apart for each worker: a port
 * that is free now is free when the portal asks for it.
 */
const PORTS = { first: 20_000, ofWorker: 3000 } as const;
let lastPort = PORTS.first + Number(process.env['TEST_PARALLEL_INDEX'] ?? 2) * PORTS.ofWorker;

async function nextPort(): Promise<number> {
  lastPort += 1;
  try {
    await checkPortFree(lastPort, 'PORTAL_PORT');
    return lastPort;
  } catch (error) {
    if (!(error instanceof SettingError)) throw error;
    return await nextPort();
  }
}

interface Place {
  readonly portalPort: number;
  readonly backendPort: number;
  readonly stateFolder: string;
}

async function startScript(
  script: string,
  furtherSettings: (place: Place) => Promise<Environment> = async () => ({}),
): Promise<PortalProcess> {
  const portalPort = await nextPort();
  const backendPort = await nextPort();
  const metricsPort = await nextPort();
  const consolePort = await nextPort();
  const stateFolder = await mkdtemp(join(tmpdir(), 'portal-e2e-'));
  const env = {
    PORTAL_PORT: String(portalPort),
    BACKEND_PORT: String(backendPort),
    METRICS_PORT: String(metricsPort),
    CONSOLE_PORT: String(consolePort),
    PORTAL_STATE: stateFolder,
    ...(await furtherSettings({ portalPort, backendPort, stateFolder })),
  };
  let child = await launch(script, env);
  return {
    url: `http://localhost:${portalPort}`,
    backendUrl: `http://localhost:${backendPort}`,
    metricsUrl: `http://127.0.0.1:${metricsPort}/metrics`,
    consoleUrl: `http://localhost:${consolePort}`,
    stateFolder,
    async restart() {
      await end(child);
      child = await launch(script, env);
    },
    async stop() {
      await end(child);
      await rm(stateFolder, { recursive: true, force: true });
    },
  };
}

/** Builds what changed, publishes, and starts both servers; resolves when they answer. */
export async function startPortal(): Promise<PortalProcess> {
  return await startScript(join(ROOT, 'scripts/start.ts'));
}

/** The same with another configuration: what `change` makes of the one for this machine. */
export async function startPortalWith(
  change: (config: Readonly<Record<string, unknown>>) => object,
): Promise<PortalProcess> {
  return await startScript(join(ROOT, 'scripts/start.ts'), async ({ backendPort, stateFolder }) => {
    const file = join(stateFolder, 'config.json');
    const backend = `http://localhost:${backendPort}`;
    const local = {
      apiBaseUrl: `${backend}/api/`,
      identityLogoutUrl: `${backend}/identity/session/end`,
      cookieDomain: null,
      features: { singleSignOn: true },
      links: {},
    };
    await writeFile(file, JSON.stringify(change(local)));
    return { PORTAL_CONFIG: file };
  });
}

/** What `npm run dev` runs in the copy of the repository at `root`. */
export async function startDevelopment(root: string): Promise<PortalProcess> {
  return await startScript(join(root, 'scripts/dev.ts'));
}

/** A portal at `portal.<domain>` whose API is `api.<domain>`, with token cookies on the domain that both share. */
export async function startPortalOnParentDomain(domain: string): Promise<PortalProcess> {
  const started = await startScript(
    join(ROOT, 'scripts/start.ts'),
    async ({ portalPort, backendPort, stateFolder }) => {
      const api = `http://api.${domain}:${backendPort}`;
      const config = {
        apiBaseUrl: `${api}/api/`,
        identityLogoutUrl: `http://localhost:${backendPort}/identity/session/end`,
        cookieDomain: domain,
        features: { singleSignOn: true },
        links: {},
      };
      const file = join(stateFolder, 'config.json');
      await writeFile(file, JSON.stringify(config));
      return {
        PORTAL_CONFIG: file,
        COOKIE_DOMAIN: domain,
        PORTAL_ORIGINS: `http://portal.${domain}:${portalPort}`,
      };
    },
  );
  return { ...started, url: `http://portal.${domain}:${new URL(started.url).port}` };
}

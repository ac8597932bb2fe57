import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@portal/node-kit/testing';
import { waitForResponse } from '../../../scripts/start/servers.ts';
import { end, launch, shared, WEB_SERVER } from './portal-process.ts';
import type { WebServerProcess } from './portal-process.ts';
import { copyStore } from './store-copy.ts';

const PACKAGES = join(import.meta.dirname, '../../../packages');
const START_LIMIT_MS = 60_000;

/** A server that a test kills and starts again, on the same port and with the same data. */
export interface KillableServer {
  /** Kills it without a warning, if it runs. */
  kill(): Promise<void>;
  /** Starts it, if it does not run; resolves when it answers. */
  start(): Promise<void>;
}

export interface KillableServers {
  readonly webServer: KillableServer;
  readonly backend: KillableServer;
}

/** A web server and a backend of the test's own. */
interface KillablePortal extends WebServerProcess, KillableServers {
  readonly backendUrl: string;
}

/** A server that does not run yet. */
export function killable(launchIt: () => Promise<ChildProcess>): KillableServer & { stop(): Promise<void> } {
  let running: ChildProcess | undefined;
  return {
    async kill() {
      const child = running;
      running = undefined;
      if (!child) return;
      const closed = once(child, 'close');
      child.kill('SIGKILL');
      await closed;
    },
    async start() {
      running ??= await launchIt();
    },
    async stop() {
      if (running) await end(running);
    },
  };
}

/** Starts web server and backend alone, on a copy of the store that the tests share. */
export async function startKillablePortal(): Promise<KillablePortal> {
  const stateFolder = await mkdtemp(join(tmpdir(), 'portal-e2e-'));
  await copyStore(shared('SHARED_STATE'), stateFolder);
  const [portalPort, metricsPort, backendPort] = [await freePort(), await freePort(), await freePort()];
  const env = {
    PORTAL_PORT: String(portalPort),
    METRICS_PORT: String(metricsPort),
    BACKEND_PORT: String(backendPort),
    PORTAL_STATE: stateFolder,
    DEV_CONTROL: 'yes',
  };
  const url = `http://localhost:${portalPort}`;
  const webServer = killable(() =>
    launch(WEB_SERVER, env, async () => {
      await waitForResponse(`${url}/release.json`, START_LIMIT_MS, new AbortController().signal);
    }),
  );
  const backend = killable(() => launch(join(PACKAGES, 'development/dev-backend/src/main.ts'), env));
  await Promise.all([webServer.start(), backend.start()]);
  return {
    url,
    backendUrl: `http://localhost:${backendPort}`,
    metricsUrl: `http://127.0.0.1:${metricsPort}/metrics`,
    stateFolder,
    webServer,
    backend,
    async stop() {
      await Promise.all([webServer.stop(), backend.stop()]);
      await rm(stateFolder, { recursive: true, force: true });
    },
  };
}

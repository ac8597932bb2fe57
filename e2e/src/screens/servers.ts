import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '@portal/node-kit/testing';
import { waitForResponse } from '../../../scripts/start/servers.ts';
import { end, launch } from '../support/portal-process.ts';

const PACKAGES = join(import.meta.dirname, '../../../packages');
const START_LIMIT_MS = 120_000;
const RELEASE_LIMIT_MS = 20_000;
const BETWEEN_TRIES_MS = 50;

/** A web server on a store, and a development backend with its demo people. */
export interface Servers {
  readonly url: string;
  /** Waits until the web server serves a release. @returns false if it does not. */
  serves(release: number): Promise<boolean>;
  stop(): Promise<void>;
}

async function liveNumber(url: string): Promise<unknown> {
  const response = await fetch(`${url}/release.json`);
  const document: unknown = response.ok ? await response.json() : {};
  return typeof document === 'object' && document !== null && 'number' in document ? document.number : undefined;
}

/** Starts both on free ports, with the data in a folder. */
export async function startServers(stateFolder: string): Promise<Servers> {
  const [portal, metrics, backend] = [await freePort(), await freePort(), await freePort()];
  const env = {
    PORTAL_PORT: String(portal),
    METRICS_PORT: String(metrics),
    BACKEND_PORT: String(backend),
    PORTAL_STATE: stateFolder,
  };
  const url = `http://localhost:${portal}`;
  const running: ChildProcess[] = [];
  const stop = async () => {
    await Promise.all(running.map(end));
  };
  const start = async (main: string, ready?: () => Promise<unknown>) => {
    running.push(await launch(join(PACKAGES, main), env, ready));
  };
  try {
    await Promise.all([
      start('development/dev-backend/src/main.ts'),
      start('delivery/web-server/src/main.ts', () =>
        waitForResponse(url, START_LIMIT_MS, new AbortController().signal),
      ),
    ]);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url,
    async serves(release) {
      const deadline = performance.now() + RELEASE_LIMIT_MS;
      while ((await liveNumber(url)) !== release) {
        if (performance.now() > deadline) return false;
        await pause(BETWEEN_TRIES_MS);
      }
      return true;
    },
    stop,
  };
}

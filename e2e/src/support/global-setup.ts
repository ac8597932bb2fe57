import { randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FullConfig } from '@playwright/test';
import { isPortFree } from '@portal/node-kit/free-port';
import { startPortal } from './portal-process.ts';
import { watchServers } from './server-watch.ts';

/**
 * Where the workers' web servers listen, one after the other: above the ports that `freePort` gives, so that nobody
 * takes one between two of them, and below those of outgoing connections.
 */
const WORKER_PORTS = 32_000;

/**
 * Starts the portal that the tests share, unless BASE_URL names one; the function that it returns stops it, and fails
 * if a server found a token.
 */
export default async function globalSetup({ workers }: FullConfig): Promise<() => Promise<void>> {
  if (process.env['BASE_URL']) return async () => {};
  // Each of many servers would compress all files anew, for seconds.
  process.env['BROTLI_QUALITY'] ??= '1';
  const ports = new Set<number>();
  while (ports.size < workers) {
    const port = WORKER_PORTS + randomInt(700);
    if (await isPortFree(port)) ports.add(port);
  }
  const checkServers = await watchServers();
  const portal = await startPortal([...ports].map((port) => `http://localhost:${port}`));
  const builds = await mkdtemp(join(tmpdir(), 'portal-builds-'));
  process.env['BASE_URL'] = portal.url;
  process.env['BACKEND_URL'] = portal.backendUrl;
  process.env['PORTAL_STARTED_HERE'] = 'yes';
  process.env['SHARED_STATE'] = portal.stateFolder;
  process.env['WEB_SERVER_PORTS'] = [...ports].join(',');
  process.env['TEST_BUILDS'] = builds;
  return async () => {
    await portal.stop();
    await rm(builds, { recursive: true, force: true });
    await checkServers();
  };
}

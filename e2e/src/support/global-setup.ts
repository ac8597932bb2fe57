import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FullConfig } from '@playwright/test';
import { freePort } from '@portal/node-kit/testing';
import { startPortal } from './portal-process.ts';
import { watchServers } from './server-watch.ts';

/**
 * Starts the portal that the tests share, unless BASE_URL names one; the function that it returns stops it, and fails
 * if a server found a token.
 */
export default async function globalSetup({ workers }: FullConfig): Promise<() => Promise<void>> {
  if (process.env['BASE_URL']) return async () => {};
  // Each of many servers would compress all files anew, for seconds.
  process.env['BROTLI_QUALITY'] ??= '1';
  const ports: number[] = [];
  for (let worker = 0; worker < workers; worker += 1) ports.push(await freePort());
  const checkServers = await watchServers();
  const portal = await startPortal(ports.map((port) => `http://localhost:${port}`));
  const builds = await mkdtemp(join(tmpdir(), 'portal-builds-'));
  process.env['BASE_URL'] = portal.url;
  process.env['BACKEND_URL'] = portal.backendUrl;
  process.env['PORTAL_STARTED_HERE'] = 'yes';
  process.env['SHARED_STATE'] = portal.stateFolder;
  process.env['WEB_SERVER_PORTS'] = ports.join(',');
  process.env['TEST_BUILDS'] = builds;
  return async () => {
    await portal.stop();
    await rm(builds, { recursive: true, force: true });
    await checkServers();
  };
}

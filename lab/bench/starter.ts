import type { ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@portal/node-kit/testing';
import { publishParts } from '../../scripts/start/publish-parts.ts';
import { waitForResponse } from '../../scripts/start/servers.ts';
import { end, launch, WEB_SERVER } from '../../e2e/src/support/portal-process.ts';
import { Line, SLOW_4G } from './line.ts';

const BACKEND = join(import.meta.dirname, '../../packages/development/dev-backend/src/main.ts');
const START_LIMIT_MS = 120_000;

/** Starts servers, and stops all that it has started. */
export class Starter {
  readonly #children: ChildProcess[] = [];
  readonly #servers: Server[] = [];
  readonly #folders: string[] = [];
  readonly line = new Line(SLOW_4G);

  /** A new folder, which is removed at the end. */
  async folder(): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'portal-bench-'));
    this.#folders.push(folder);
    return folder;
  }

  /** `origins`: those of the portals that it lets in. */
  async backend(port: number, portalPort: number, origins: readonly string[]): Promise<void> {
    const env = {
      BACKEND_PORT: String(port),
      PORTAL_PORT: String(portalPort),
      PORTAL_STATE: await this.folder(),
      PORTAL_ORIGINS: origins.join(','),
      DEV_CONTROL: 'yes',
    };
    this.#children.push(await launch(BACKEND, env));
  }

  /**
   * Publishes builds into a store of their own, and serves it. `apiPort`: where pages find the API. @returns the folder
   * with the store.
   */
  async webServer(port: number, apiPort: number, builds: readonly string[]): Promise<string> {
    const stateFolder = await this.folder();
    const storeFolder = join(stateFolder, 'store');
    await publishParts({ storeFolder, recordFile: join(stateFolder, 'promoted.json'), folders: builds });
    const env = {
      PORTAL_PORT: String(port),
      METRICS_PORT: String(await freePort()),
      BACKEND_PORT: String(apiPort),
      PORTAL_STATE: stateFolder,
      ACCESS_LOG: 'no',
    };
    const address = `http://127.0.0.1:${String(port)}/release.json`;
    const ready = () => waitForResponse(address, START_LIMIT_MS, new AbortController().signal);
    this.#children.push(await launch(WEB_SERVER, env, ready));
    return stateFolder;
  }

  async listen(server: Server, port: number): Promise<void> {
    this.#servers.push(server);
    await new Promise<void>((resolve) => {
      server.listen(port, '127.0.0.1', resolve);
    });
  }

  async stop(): Promise<void> {
    await this.line.close();
    for (const server of this.#servers) server.close();
    for (const child of this.#children) await end(child);
    for (const folder of this.#folders) await rm(folder, { recursive: true, force: true });
  }
}

import type { ChildProcess } from 'node:child_process';
import type { Server } from 'node:http';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@portal/node-kit/testing';
import { createProgress } from '../../../scripts/progress.mjs';
import { build } from '../../../scripts/start/build-parts.ts';
import { partsOf } from '../../../scripts/start/parts.ts';
import { publishParts } from '../../../scripts/start/publish-parts.ts';
import { waitForResponse } from '../../../scripts/start/servers.ts';
import { readSettings } from '../../../scripts/start/settings.ts';
import { end, launch, WEB_SERVER } from '../support/portal-process.ts';
import { baselinePage, federatedPage } from './baseline-page.ts';
import type { BaselineOptions } from './baseline-server.ts';
import { createBaselineServer } from './baseline-server.ts';
import { buildApplication } from './build-application.ts';
import { buildFederation, FEDERATED_PATH } from './build-federation.ts';
import { Line, SLOW_4G } from './line.ts';
import { staticFiles } from './static-files.ts';
import type { VariantName } from './variants.ts';

const ROOT = join(import.meta.dirname, '../../..');
const BACKEND = join(ROOT, 'packages/dev-backend/src/main.ts');
const START_LIMIT_MS = 120_000;

/** A variant that is being served. */
export interface ServedVariant {
  readonly name: VariantName;
  /** At the near end of the line. */
  readonly url: string;
  /** Folder of the store of its web server. */
  readonly stateFolder: string;
  /** Its web server, without the line. */
  readonly webServer: { readonly port: number; readonly pid: number };
}

export interface BenchServers {
  readonly variants: readonly ServedVariant[];
  /** Where people sign in, without the line. */
  readonly signInUrl: string;
  stop(): Promise<void>;
}

/** Ports of a variant: at the near end of the line, of the web server, and of the server of pages that stands before it. */
interface Ports {
  readonly near: number;
  readonly web: number;
  readonly pages: number;
}

async function waitFor(port: number): Promise<void> {
  await waitForResponse(`http://127.0.0.1:${String(port)}/release.json`, START_LIMIT_MS, new AbortController().signal);
}

/** Starts everything that the variants need; what is started is added to `started`, so that it can be stopped if something fails. */
class Starter {
  readonly #children: ChildProcess[] = [];
  readonly #pageServers: Server[] = [];
  readonly #folders: string[] = [];
  readonly line = new Line(SLOW_4G);

  async folder(): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'portal-bench-'));
    this.#folders.push(folder);
    return folder;
  }

  async backend(port: number, portalPort: number, origins: readonly string[]): Promise<void> {
    const env = {
      BACKEND_PORT: String(port),
      PORTAL_PORT: String(portalPort),
      PORTAL_STATE: await this.folder(),
      PORTAL_ORIGINS: origins.join(','),
    };
    this.#children.push(await launch(BACKEND, env));
  }

  /** Publishes builds into a store of their own, and serves it. `apiPort`: where pages find the API. */
  async webServer(
    port: number,
    apiPort: number,
    builds: readonly string[],
  ): Promise<Pick<ServedVariant, 'stateFolder' | 'webServer'>> {
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
    const child = await launch(WEB_SERVER, env, async () => await waitFor(port));
    this.#children.push(child);
    return { stateFolder, webServer: { port, pid: child.pid ?? 0 } };
  }

  async pages(server: Server, port: number): Promise<void> {
    this.#pageServers.push(server);
    await new Promise<void>((resolve) => {
      server.listen(port, '127.0.0.1', resolve);
    });
  }

  async stop(): Promise<void> {
    await this.line.close();
    for (const server of this.#pageServers) server.close();
    for (const child of this.#children) await end(child);
    for (const folder of this.#folders) await rm(folder, { recursive: true, force: true });
  }
}

async function choosePorts(): Promise<Ports> {
  return { near: await freePort(), web: await freePort(), pages: await freePort() };
}

/** Builds and serves one variant. */
async function serve(starter: Starter, name: VariantName, ports: Ports, apiPort: number): Promise<ServedVariant> {
  const served = async (builds: readonly string[], target: number) => {
    const web = await starter.webServer(ports.web, apiPort, builds);
    await starter.line.open(ports.near, target);
    return { name, url: `http://localhost:${String(ports.near)}`, ...web };
  };
  if (name === 'portal')
    return await served(
      partsOf(ROOT).map((part) => join(ROOT, part, 'dist')),
      ports.web,
    );
  const folder = await starter.folder();
  if (name === 'like the portal') {
    await buildApplication(folder, 'like the portal');
    return await served([folder], ports.web);
  }
  const manifest = await buildApplication(folder, 'usual');
  const pages = async (options: Omit<BaselineOptions, 'port'>) => {
    await starter.pages(createBaselineServer({ port: ports.web, ...options }), ports.pages);
    return await served([folder], ports.pages);
  };
  if (name !== 'federated') return await pages({ toPage: baselinePage(manifest, name === 'preloaded') });
  const files = await starter.folder();
  const scripts = await buildFederation(files, `http://localhost:${String(ports.near)}`);
  return await pages({ toPage: federatedPage(scripts), answerFile: await staticFiles(files, FEDERATED_PATH) });
}

/** Builds the variants and serves each through the same line, in front of the same backend. */
export async function startBenchServers(names: readonly VariantName[]): Promise<BenchServers> {
  const progress = createProgress();
  const { signal } = new AbortController();
  await build({ settings: readSettings(process.env, ROOT), progress, signal });
  const starter = new Starter();
  try {
    const ports = new Map<VariantName, Ports>();
    for (const name of names) ports.set(name, await choosePorts());
    const [backendPort, apiPort, signInPort] = [await freePort(), await freePort(), await freePort()];
    const origins = [...ports.values()].map(({ near }) => `http://localhost:${String(near)}`);
    await progress.step('Starting the backend', () => starter.backend(backendPort, signInPort, origins));
    await starter.line.open(apiPort, backendPort);
    const variants: ServedVariant[] = [];
    for (const [name, own] of ports)
      variants.push(await progress.step(`Building and serving: ${name}`, () => serve(starter, name, own, apiPort)));
    // Its pages find the API without the line.
    await progress.step('Starting the server to sign in at', () =>
      starter.webServer(
        signInPort,
        backendPort,
        partsOf(ROOT).map((part) => join(ROOT, part, 'dist')),
      ),
    );
    return { variants, signInUrl: `http://localhost:${String(signInPort)}`, stop: () => starter.stop() };
  } catch (error) {
    await starter.stop();
    throw error;
  }
}

import { UNGUARDED } from '@portal/release-watcher/testing';
import { freePort } from '@portal/node-kit/testing';
import { createServerLog } from '@portal/node-kit/server-log';
import { TrustedProxies } from '@portal/node-kit/trusted-proxies';
import { MEMORY_KEY } from '@portal/release/memory-store';
import { SampleStore } from '@portal/release/operations/testing';
import { serviceBackends } from '../backend/service-backend.ts';
import { storeBackend } from '../backend/store-backend.ts';
import { startConsole } from '../console.ts';
import { startWatcher } from '@portal/release-watcher/watcher';
import type { Watcher } from '@portal/release-watcher/watcher';
import { Browser } from './browser.ts';
import type { Visit } from './browser.ts';
import { LocalIssuer } from '@portal/release-service/testing';

export const MANAGER = { email: 'manager@example.com', email_verified: true, roles: ['release-manager'] };

/** For tests: a console with its own store, identity provider and clock. */
export class SampleConsole {
  readonly sample: SampleStore;
  readonly identity: LocalIssuer;
  /** Lines of problems and failures. */
  readonly lines: string[] = [];
  /** Lines of sign-ins, refusals and changes. */
  readonly records: string[] = [];
  now = Date.now();
  origin = '';
  trustedProxies = new TrustedProxies();
  #running: Awaited<ReturnType<typeof startConsole>> | undefined;
  #watcher: Watcher | undefined;
  #port = 0;
  #metricsUrl: string | undefined;
  #service: string | undefined;

  private constructor(sample: SampleStore, identity: LocalIssuer) {
    this.sample = sample;
    this.identity = identity;
  }

  static async start(metricsUrl?: string): Promise<SampleConsole> {
    const started = new SampleConsole(await SampleStore.make(), await LocalIssuer.start());
    started.#metricsUrl = metricsUrl;
    started.#port = await freePort();
    started.origin = `http://localhost:${String(started.#port)}`;
    await started.#run();
    return started;
  }

  /** Becomes a client of a release service. */
  async connect(service: string): Promise<void> {
    this.#service = service;
    await this.restart();
  }

  async #run(): Promise<void> {
    const { store } = this.sample;
    const metricsUrls = this.#metricsUrl === undefined ? [] : [this.#metricsUrl];
    const log = createServerLog({
      server: 'release-console',
      format: 'json',
      now: () => this.now,
      write: (line) => (line.includes('"event":') ? this.records : this.lines).push(line),
    });
    const watcher = startWatcher({
      store,
      servers: metricsUrls,
      settings: UNGUARDED,
      now: () => this.now,
      intervalMs: null,
      log,
      record: () => undefined,
    });
    this.#watcher = watcher;
    this.#running = await startConsole({
      port: this.#port,
      origin: this.origin,
      getBackend:
        this.#service === undefined
          ? storeBackend(store, watcher, metricsUrls)
          : serviceBackends(this.#service, { trusted: [MEMORY_KEY] }),
      isClient: this.#service !== undefined,
      watcher: this.#service === undefined ? watcher : undefined,
      issuer: this.identity.url,
      clientId: 'release-console',
      trustedProxies: this.trustedProxies,
      now: () => this.now,
      log,
      accessLog: true,
      metricsPort: 0,
    });
  }

  async restart(): Promise<void> {
    await this.#running?.close();
    await this.#watcher?.close();
    await this.#run();
    // The first request may meet a connection of the ended console, which fetch has kept.
    await fetch(this.origin).catch(() => undefined);
  }

  /** Lets the watcher look, which looks only then and for a page. */
  async look(): Promise<void> {
    await this.#watcher?.look();
  }

  get metricsUrl(): string {
    return this.#running?.metricsUrl ?? '';
  }

  browser(): Browser {
    return new Browser(this.origin);
  }

  /** Signs a manager in. Returns the browser and the page that it shows. */
  async signIn(path = '/'): Promise<readonly [Browser, Visit]> {
    this.identity.person = MANAGER;
    const browser = this.browser();
    return [browser, await browser.open(`/sign-in?to=${encodeURIComponent(path)}`)];
  }

  async stop(): Promise<void> {
    await this.#running?.close();
    await this.#watcher?.close();
    await this.identity.stop();
    await this.sample.remove();
  }
}

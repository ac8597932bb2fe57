import type { RouteDeclaration } from '@portal/contract/declaration';
import type { Language } from '@portal/contract/language';
import { LANGUAGES } from '@portal/contract/language';
import { listBucketingKeys } from '@portal/release/format/release';
import { textLog } from '@portal/node-kit/testing/text-log';
import type { Store } from '@portal/release/store';
import { MEMORY_ACCESS, openMemoryStore } from '@portal/release/memory-store';
import { memoryDriver } from '@portal/release/memory-driver';
import type { SampleBuild } from '@portal/release/testing';
import { promoteAll, publishSample, endCanary, sampleFrame, yank } from '@portal/release/testing';
import { localConfig } from '../local-config.ts';
import type { WebServer, WebServerOptions } from '../server.ts';
import { startWebServer } from '../server.ts';

/** What `make` makes for each language. */
export const perLanguage = <Value>(make: (language: Language) => Value): Readonly<Record<Language, Value>> => ({
  en: make('en'),
  de: make('de'),
  fr: make('fr'),
  nl: make('nl'),
});

/** A route whose page is `main`. */
export const sampleRoute = (path: string, title: string, more: Partial<RouteDeclaration> = {}): RouteDeclaration => ({
  path,
  title,
  access: 'open',
  page: 'main',
  skeleton: 'message',
  reads: [],
  ...more,
});

/** A label that would run as a script if it were not escaped. */
export const HOSTILE = `<script>alert("&'")</script>`;

const scripts = (part: string) =>
  Object.fromEntries(
    ['entry', 'main', 'vendor', ...LANGUAGES.map((language) => `locale-${language}`)].map((name) => [
      `${name}.js`,
      `/* ${part} ${name} */ ${'export const word = "long enough to be compressed"; '.repeat(20)}`,
    ]),
  );

const SHELL: SampleBuild = {
  name: 'shell',
  version: '1.0.0',
  contents: {
    ...scripts('shell'),
    'shell.css': 'body{margin:0}'.repeat(20),
    'frame.json': sampleFrame('window.early="$& %TITLE%"'),
  },
  always: ['vendor'],
  declaration: {
    routes: [
      sampleRoute('/login', 'signIn', { skeleton: 'sign-in' }),
      sampleRoute('/404.html', 'notFound', { page: 'lost' }),
    ],
    texts: {
      signIn: { en: 'Sign in', de: 'Anmelden', fr: 'Connexion', nl: 'Inloggen' },
      notFound: {
        en: 'Page not found',
        de: 'Seite nicht gefunden',
        fr: 'Page introuvable',
        nl: 'Pagina niet gevonden',
      },
    },
  },
};

const HUBS: SampleBuild = {
  name: 'mfe-hubs',
  version: '1.0.0',
  contents: {
    ...scripts('hubs'),
    'hubs.css': '.hub{color:green}'.repeat(20),
    'guide.pdf': '%PDF-1.7',
    'art.svg': '<svg/>',
  },
  declaration: {
    routes: [
      sampleRoute('/settings', 'hubs', { access: 'signedIn', skeleton: 'table', reads: ['hubs'] }),
      sampleRoute('/terms/:version', 'hostile', { skeleton: 'document' }),
      sampleRoute('/terms/:version/print', 'hostile', { skeleton: 'document' }),
    ],
    header: [
      { path: '/settings', label: 'hubs', order: 20 },
      { path: '/terms/:version', label: 'hostile', order: 10 },
    ],
    texts: {
      hubs: { en: 'Manage hubs', de: 'Hubs verwalten', fr: 'Gérer les hubs', nl: 'Hubs beheren' },
      hostile: perLanguage(() => HOSTILE),
    },
  },
};

/** A store that holds a small portal, in memory unless another one is given, and web servers on it. */
export class SamplePortal {
  readonly #objects = new Map<string, Uint8Array>();
  readonly store: Store;
  /** Lines of the servers' logs. */
  readonly logged: string[] = [];
  /** The server's clock, in milliseconds. */
  time = 0;
  /** The time of day when that clock began, in milliseconds since the epoch. */
  began = Date.UTC(2026, 0, 1);
  readonly #servers: WebServer[] = [];

  constructor(store?: Store) {
    this.store = store ?? openMemoryStore(memoryDriver(this.#objects));
  }

  async publish(build: 'shell' | 'mfe-hubs', changes: Partial<SampleBuild> = {}): Promise<void> {
    const sample = build === 'shell' ? SHELL : HUBS;
    const contents = { ...sample.contents, ...changes.contents };
    await publishSample(this.store, { ...sample, ...changes, contents });
  }

  /** Portals as `prepare` makes one: it runs once, and each test gets a copy, which costs less than publishing anew. */
  static prepared(prepare: (made: SamplePortal) => Promise<void>): () => Promise<SamplePortal> {
    let first: Promise<SamplePortal> | undefined;
    return async () => {
      first ??= (async () => {
        const made = new SamplePortal();
        await prepare(made);
        return made;
      })();
      const copy = new SamplePortal();
      for (const [key, bytes] of (await first).#objects) copy.#objects.set(key, bytes);
      return copy;
    };
  }

  /** A portal whose release 1 has 1.0.0 of both. */
  static readonly released = SamplePortal.prepared(async (made) => {
    await made.publishAll();
    await made.release();
  });

  /** The same, and 1.1.0 of mfe-hubs is published, but not released. */
  static readonly withNewer = SamplePortal.prepared(async (made) => {
    await made.publishAll();
    await made.publish('mfe-hubs', { version: '1.1.0', contents: { 'main.js': 'export const newer = true;' } });
    await made.release();
  });

  /** Publishes 1.0.0 of both. */
  async publishAll(): Promise<void> {
    for (const build of ['shell', 'mfe-hubs'] as const) await this.publish(build);
  }

  /** Name of the file of a published version that starts with `start`. */
  async fileLike(name: string, start: string, version = '1.0.0'): Promise<string> {
    const { files } = await this.store.readManifest(name, version);
    const file = Object.keys(files).find((candidate) => candidate.startsWith(start));
    if (file === undefined) throw new Error(`no file of ${name} starts with ${start}`);
    return file;
  }

  async release(
    options: { readonly shell?: string; readonly hubs?: string; readonly urgent?: boolean } = {},
  ): Promise<void> {
    const { shell = '1.0.0', hubs = '1.0.0', urgent } = options;
    const who = { by: 'somebody', reason: 'a secret reason', urgent };
    await promoteAll(this.store, { shell, 'mfe-hubs': hubs }, who);
  }

  /** Gives `version` of the parts to a share of the visitors. */
  async releaseCanary(parts: readonly string[], percent: number, version = '1.1.0'): Promise<void> {
    await promoteAll(this.store, Object.fromEntries(parts.map((name) => [name, version])), { percent });
  }

  async endCanary(name: string): Promise<void> {
    await endCanary(this.store, name);
    this.time += 1000;
  }

  /** The cookie of a visitor who has this number for each bucketing key of the newest release. */
  async bucketsCookie(number: number): Promise<string> {
    const release = await this.store.latestRelease();
    const bucketingKeys = release ? listBucketingKeys(release) : [];
    return `portal_buckets=${bucketingKeys.map((bucketingKey) => `${bucketingKey}=${String(number)}`).join('&')}`;
  }

  /** Records a yank without making a new release. */
  async bar(name: string, version: string): Promise<void> {
    await this.store.createYank(name, version, {
      schema: 1,
      at: '2026-01-01T00:00:00.000Z',
      by: 'somebody',
      reason: 'Shows other people’s data',
    });
  }

  /** Yanks a version; if it is a fallback, by a new release without it. */
  async yank(name: string, version: string): Promise<void> {
    await yank(this.store, name, version, { reason: 'Shows other people’s data' });
  }

  /** Overwrites an object of the store, or removes it, as a broken disk does. @returns a function that repairs it. */
  damage(key: string, text?: string): () => void {
    const before = this.#objects.get(key);
    const put = (bytes: Uint8Array | undefined) =>
      bytes ? void this.#objects.set(key, bytes) : void this.#objects.delete(key);
    put(text === undefined ? undefined : Buffer.from(text));
    return () => put(before);
  }

  /** Replaces a document by another one, which the log has. */
  async plant(key: string, document: object): Promise<void> {
    await this.store.driver.remove(key);
    await this.store.createDocument(key, document);
  }

  /** The same store, but `first` runs before each read and list: it may fail or take long. */
  storeWith(first: (key: string) => Promise<void>): Store {
    const { driver } = this.store;
    return openMemoryStore({
      place: driver.place,
      get: async (key) => {
        await first(key);
        return driver.get(key);
      },
      has: async (key) => {
        await first(key);
        return driver.has(key);
      },
      list: async (prefix) => {
        await first(prefix);
        return driver.list(prefix);
      },
      create: (key, bytes) => driver.create(key, bytes),
      remove: (key) => driver.remove(key),
    });
  }

  /** Starts a web server. `wait`: whether until the store has been read; yes by default. */
  async start({ wait = true, ...options }: Partial<WebServerOptions> & { wait?: boolean } = {}): Promise<WebServer> {
    const server = await startWebServer({
      store: this.store,
      access: MEMORY_ACCESS,
      config: localConfig(4100, 4000),
      port: 0,
      log: textLog(this.logged),
      now: () => this.time,
      clock: () => this.began + this.time,
      // Long enough that a busy machine never makes a test fall back to the release in memory.
      waitLimitMs: 60_000,
      // The best quality would take most of the processor time of these tests.
      brotliQuality: 4,
      ...options,
    });
    this.#servers.push(server);
    if (wait) await server.liveNumber();
    return server;
  }

  /** Starts a web server whose configuration has these changes; undefined leaves a key out. */
  async startWith(changes: object, options: Partial<WebServerOptions> = {}): Promise<WebServer> {
    return await this.start({ ...options, config: { ...Object(localConfig(4100, 4000)), ...changes } });
  }

  async remove(): Promise<void> {
    await Promise.all(this.#servers.map((server) => server.close()));
  }
}

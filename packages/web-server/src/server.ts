import { performance } from 'node:perf_hooks';
import type { IncomingMessage } from 'node:http';
import { parseConfig } from '@portal/contract/config';
import type { PortalConfig } from '@portal/contract/config';
import type { Release } from '@portal/contract/release';
import { viewsOf } from '@portal/contract/release-view';
import type { Store } from '@portal/release/store';
import { openFolderStore } from '@portal/release/store';
import { listen } from '@portal/node-kit/listen';
import { Assets } from './assets.ts';
import { answer } from './handler.ts';
import { readHostOrigins } from './host-origins.ts';
import { LiveReleases } from './live-release.ts';
import { fallbackManifests, releasedManifests } from './live-parts.ts';
import { createLog } from './log.ts';
import { listenForMetrics, METRICS_PATH, metricsText } from './metrics.ts';
import type { Numbers } from './metrics.ts';
import { PageCache } from './page-cache.ts';
import { requestListener } from './http-response.ts';
import type { IsSecure } from './secure-visits.ts';
import { secureVisits } from './secure-visits.ts';
import { TrustedProxies } from './trusted-proxies.ts';
import type { VisitorView } from './visitor-view.ts';
import { VisitCounter } from './visits/visit-counter.ts';
import { readVisitKey, VisitTokens } from './visits/visit-token.ts';
import { VisitsDocument } from './visits/visits-document.ts';

export { PortTakenError } from '@portal/node-kit/listen';

export interface WebServerOptions {
  /** A store, or its folder. The server only reads it. */
  readonly store: Store | string;
  /** Content of "/config.json"; validated at the start. */
  readonly config: unknown;
  /** 0 takes a free port. */
  readonly port: number;
  /** Address to listen on; "localhost" means both of its addresses. */
  readonly host?: string | undefined;
  /** Environment variable that chooses the port, for messages. */
  readonly portVariable?: string | undefined;
  /** Port of the metrics, on 127.0.0.1 only; 0 takes a free port. Without it there are no metrics. */
  readonly metricsPort?: number | undefined;
  /** Writes a line of the log; to standard error by default. */
  readonly log?: ((line: string) => void) | undefined;
  /** Addresses and networks of the proxies whose `X-Forwarded-Proto` and `X-Forwarded-For` count, separated by commas; none by default. */
  readonly trustedProxies?: string | undefined;
  /** Whether browsers must use https for all hosts below the portal's, too. */
  readonly hstsSubdomains?: boolean | undefined;
  /** Origins of other hosts of Module Federation, which may load remotes, separated by commas; none by default. */
  readonly hostOrigins?: string | undefined;
  /** Signs the tokens of visits; several web servers of one portal need the same. By default, a random one of this process. */
  readonly visitKey?: string | undefined;
  /** The time of day, in milliseconds since the epoch. */
  readonly clock?: (() => number) | undefined;
  /** A clock that never goes back, in milliseconds. */
  readonly now?: (() => number) | undefined;
  /** How long a page waits for the store before it is served from memory, in milliseconds. */
  readonly waitLimitMs?: number | undefined;
}

/** A healthy store answers within this time, and a visitor can wait for it. In milliseconds. */
const WAIT_LIMIT_MS = 1000;

export interface WebServer {
  /** "http://localhost:4000" */
  readonly url: string;
  /** "http://127.0.0.1:4300/metrics" */
  readonly metricsUrl: string | undefined;
  /** Number of the release that is served now, or undefined. */
  liveNumber(): Promise<number | undefined>;
  /** Resolves when running requests are answered and the port is free. */
  close(): Promise<void>;
}

/** Two years, in seconds. */
const HSTS_AGE_SECONDS = 2 * 365 * 24 * 60 * 60;

/** The header by which browsers use https from then on: only for a portal whose public origin has it. */
function transportSecurity(
  { publicOrigin }: PortalConfig,
  isSecure: IsSecure,
  { hstsSubdomains = false }: WebServerOptions,
): (request: IncomingMessage) => Readonly<Record<string, string>> {
  const value = `max-age=${String(HSTS_AGE_SECONDS)}${hstsSubdomains ? '; includeSubDomains' : ''}`;
  const isPublic = publicOrigin?.startsWith('https:') ?? false;
  return (request) => (isPublic && isSecure(request) ? { 'strict-transport-security': value } : {});
}

/**
 * Starts the web server: pages of the live release, immutable artifacts, "/config.json".
 * @throws {InvalidInputError} naming the bad key of the configuration; {SettingError}; {PortTakenError}. Then nothing is running.
 */
export async function startWebServer(options: WebServerOptions): Promise<WebServer> {
  const { port, host = '127.0.0.1', portVariable = 'PORTAL_PORT', now = () => performance.now() } = options;
  const { waitLimitMs = WAIT_LIMIT_MS, clock = Date.now } = options;
  const config = parseConfig(options.config);
  const proxies = new TrustedProxies(options.trustedProxies ?? '');
  const isSecure = secureVisits(proxies, config.publicOrigin);
  const tokens = new VisitTokens(readVisitKey(options.visitKey ?? ''));
  const hostOrigins = readHostOrigins(options.hostOrigins ?? '');
  const store = typeof options.store === 'string' ? openFolderStore(options.store) : options.store;
  const log = createLog(options.log ?? ((line) => console.error(line)));
  const assets = new Assets(store, log);
  let closed = false;

  const pages = new PageCache(config);
  let newest: Release | undefined;
  /** Compresses the files of a release, one after the other, before the first visits need them; stops when another one follows. */
  const warm = async (release: Release) => {
    newest = release;
    for (const manifest of releasedManifests(release)) {
      for (const file of Object.keys(manifest.files)) {
        if (closed || newest !== release) return;
        const { type, content } = await assets.read(manifest, file);
        if (type.compressible) await content.as('br');
      }
    }
  };
  const counter = new VisitCounter(tokens, { now, clock });
  const onChange = (release: Release) => {
    const given = [...fallbackManifests(release), ...releasedManifests(release)];
    assets.serve(given);
    pages.clear();
    for (const { name, version } of given) counter.figures.totals.expect(name, version);
    for (const view of viewsOf(release)) counter.views.remember(view);
    warm(release).catch((error: unknown) => log.once(error));
  };
  const releases = new LiveReleases({ store, assets, log, now, waitLimitMs, onChange });
  const visitToken = (view: VisitorView) => tokens.issue(view, clock() / 1000);
  const parts = { config, assets, releases, pages, log, counter, proxies, visitToken, isSecure, hostOrigins };
  const document = new VisitsDocument(counter, clock);
  const given: Numbers = {
    metrics: async () =>
      metricsText(await releases.state(), counter, { ...assets.caches, pages: pages.kept, ...counter.kept }),
    visits: async (after) => document.make(await releases.state(), after),
  };
  const numbers =
    options.metricsPort === undefined ? undefined : await listenForMetrics(given, options.metricsPort, log);
  const handler = requestListener(
    (request) => answer(parts, request),
    log,
    transportSecurity(config, isSecure, options),
  );
  const listening = await listen(handler, { port, host, variable: portVariable }).catch(async (error: unknown) => {
    await numbers?.close();
    throw error;
  });
  const liveNumber = async () => (await releases.state()).release?.number;
  await liveNumber();
  return {
    metricsUrl: numbers && `http://127.0.0.1:${String(numbers.port)}${METRICS_PATH}`,
    url: `http://${host.includes(':') ? `[${host}]` : host}:${String(listening.port)}`,
    liveNumber,
    async close() {
      closed = true;
      await Promise.all([listening.close(), numbers?.close()]);
    },
  };
}

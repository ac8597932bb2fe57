import { performance } from 'node:perf_hooks';
import { parseConfig } from '@portal/contract/config';
import type { Release } from '@portal/release/format/release';
import { fallbackManifests, getViews, releasedManifests } from '@portal/release/format/release';
import { VISITS_PATH } from '@portal/contract/visits';
import type { Store, StoreAccess, StoreDriver } from '@portal/release/store';
import { toAddress } from '@portal/node-kit/listen';
import { CHECKPOINT_PATH } from '@portal/release/release-log/served-log';
import type { OperatorRoute } from '@portal/node-kit/operator-server';
import { Readiness } from '@portal/node-kit/operator-server';
import type { RunOptions } from '@portal/node-kit/run-server';
import { metricsAddress, runServer } from '@portal/node-kit/run-server';
import type { ServerLog } from '@portal/node-kit/server-log';
import { createServerLog } from '@portal/node-kit/server-log';
import { Registry } from 'prom-client';
import { TrustedProxies } from '@portal/node-kit/trusted-proxies';
import { checkAssetOrigin } from './asset-origin.ts';
import { Assets } from './files/assets.ts';
import { createDeltas } from './pages/create-deltas.ts';
import type { HandlerDeps } from './handler.ts';
import { createHandler, requestKind } from './handler.ts';
import { LiveReleases } from './releases/live-release.ts';
import { registerCdnMetrics, registerServerMetrics, registerStoreMetrics } from './metrics.ts';
import { openForReading } from './releases/open-store.ts';
import { Previews } from './releases/previews.ts';
import { WarmUp } from './releases/warm-up.ts';
import { PageCache } from './pages/page.ts';
import { requestListener, secureVisits, transportSecurity } from './http/http-response.ts';
import { StateFolder } from './state-folder.ts';
import { SavedVisits } from './visits/visit-table.ts';
import { VisitCounter } from './visits/visit-counter.ts';
import { loadVisitKey, VisitTokens } from './visits/visit-token.ts';
import type { ArtifactManifest } from '@portal/contract/artifact';
import type { Features } from '@portal/contract/config';
import { featuresNamed } from '@portal/contract/declaration';
import { SAMPLE_FEATURES } from '@portal/contract/sample-features';

export { PortTakenError } from '@portal/node-kit/listen';

export interface WebServerOptions extends RunOptions {
  /** The store's driver, or an open store, whose log is then checked as it was opened. The server only reads it. */
  readonly store: Store | StoreDriver;
  /** Folder of copies of what was read through the driver, so that the store may be away; without it there are none. */
  readonly cacheFolder?: string | undefined;
  /**
   * Folder of what the server keeps over a restart; without it, what it has seen and counted is lost with the process.
   */
  readonly stateFolder?: string | undefined;
  /** The keys that the store's log may have; by default those of LOG_KEYS, else of "trusted-keys" in PORTAL_STATE. */
  readonly access?: StoreAccess | undefined;
  /** Content of "/config.json"; validated at the start. */
  readonly config: unknown;
  /** 0 takes a free port. */
  readonly port: number;
  /** Address to listen on; "localhost" means both of its addresses. */
  readonly host?: string | undefined;
  /** Environment variable that chooses the port, for messages. */
  readonly portVariable?: string | undefined;
  /** By default lines of JSON on standard output. */
  readonly log?: ServerLog | undefined;
  /** The proxies in front, whose `X-Forwarded-Proto` and `X-Forwarded-For` count; none by default. */
  readonly trustedProxies?: TrustedProxies | undefined;
  /** Whether browsers must use https for all hosts below the portal's, too. */
  readonly hstsSubdomains?: boolean | undefined;
  /** Origins of other hosts of Module Federation, which may load remotes; none by default. */
  readonly hostOrigins?: readonly string[] | undefined;
  /** Origin of a CDN from which browsers take the files of parts; none by default. */
  readonly assetOrigin?: string | undefined;
  /** Origins from which a preview may take a part; none by default. */
  readonly overrideOrigins?: readonly string[] | undefined;
  /**
   * Signs the tokens of visits; several web servers of one portal need the same. By default, a random one that is kept
   * in the folder.
   */
  readonly visitKey?: string | undefined;
  /** Quality with which pages and files are compressed with Brotli, 0 to 11; 11 by default. */
  readonly brotliQuality?: number | undefined;
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
  /** Number of the release that is served now, or undefined. At the start, it resolves once the store has been read. */
  liveNumber(): Promise<number | undefined>;
  /** Resolves when running requests are answered and the port is free. */
  close(): Promise<void>;
}

/**
 * What the options say, with the defaults. @throws {InvalidInputError} naming the bad key of the configuration;
 * {SettingError}.
 */
function checkOptions(options: WebServerOptions) {
  const config = parseConfig(options.config);
  const proxies = options.trustedProxies ?? new TrustedProxies();
  return {
    config,
    proxies,
    isSecure: secureVisits(proxies, config.publicOrigin),
    hostOrigins: new Set(options.hostOrigins),
    overrideOrigins: new Set(options.overrideOrigins),
    assetOrigin: checkAssetOrigin(options.assetOrigin ?? '', config),
    log: options.log ?? createServerLog({ server: 'web-server', format: 'json' }),
    registry: new Registry(),
    clock: options.clock ?? Date.now,
    now: options.now ?? (() => performance.now()),
    waitLimitMs: options.waitLimitMs ?? WAIT_LIMIT_MS,
  };
}
type Settings = ReturnType<typeof checkOptions>;

/** Counts visits, from where the process before ended. */
async function countVisits(
  { port, visitKey }: WebServerOptions,
  { registry, clock, now }: Settings,
  state: StateFolder,
) {
  const tokens = new VisitTokens(visitKey ?? (await loadVisitKey(state)));
  const counter: VisitCounter = new VisitCounter(tokens, {
    now,
    clock,
    registry,
    onCount: () => kept.writeSometimes(),
  });
  const { table } = counter.figures;
  const kept = new SavedVisits({ state, table, port, now });
  await kept.restore();
  return { tokens, counter, table, kept };
}
type Visits = Awaited<ReturnType<typeof countVisits>>;

/** Opens the store, and what the server keeps of it in memory. */
async function openFiles(options: WebServerOptions, settings: Settings, state: StateFolder) {
  const { config, assetOrigin, overrideOrigins, log, registry, clock, waitLimitMs } = settings;
  const { brotliQuality } = options;
  const countRead = registerStoreMetrics(registry);
  const { store, outage, seen } = await openForReading(options, { state, log, clock, waitLimitMs, countRead });
  const assets = new Assets(store, log, brotliQuality);
  const pages = new PageCache(config, { assetOrigin, brotliQuality });
  const previews = new Previews({ store, assets, log, clock, overrideOrigins });
  return {
    store,
    outage,
    seen,
    assets,
    pages,
    previews,
    ...createDeltas({ store, assets, log, registry, quality: brotliQuality }),
  };
}
type Files = Awaited<ReturnType<typeof openFiles>>;

/** Follows the newest release of the store; `begin` reads it for the first time. */
function followReleases({ config, log, now, waitLimitMs }: Settings, files: Files, { counter }: Visits) {
  const { store, outage, assets, pages, dictionaries } = files;
  const warmUp = new WarmUp(assets, dictionaries, log);
  let started = false;
  const onChange = (release: Release, before: number | undefined) => {
    const { number } = release;
    // The line of the start names the first one.
    if (started && number !== before)
      log.info(`Release ${String(number)} is served (was ${String(before ?? 'none')})`, { release: number, before });
    const given = [...fallbackManifests(release), ...releasedManifests(release)];
    warnUnnamedFeatures(config.features, releasedManifests(release), log);
    assets.serve(given);
    pages.clear();
    for (const { name, version } of given) counter.figures.totals.expect(name, version);
    for (const view of getViews(release)) counter.views.remember(view);
    warmUp.begin(release);
  };
  const releases = new LiveReleases({ store, outage, assets, log, now, waitLimitMs, onChange });
  return {
    releases,
    begin(): void {
      // Nobody waits for it here: a store may be silent, and the server must be able to say so, and to stop.
      void releases.current().then(() => {
        started = true;
      });
    },
    stop: () => warmUp.stop(),
  };
}

/**
 * Starts the web server: pages of the live release, immutable artifacts, "/config.json".
 * @throws {InvalidInputError} naming the bad key of the configuration; {SettingError}; {PortTakenError}. Then nothing
 * is running.
 */
export async function startWebServer(options: WebServerOptions): Promise<WebServer> {
  const { port, host = '127.0.0.1', portVariable = 'PORTAL_PORT' } = options;
  const settings = checkOptions(options);
  const { config, log, registry, clock, proxies, isSecure } = settings;
  const state = new StateFolder(options.stateFolder, log);
  const visits = await countVisits(options, settings, state);
  const files = await openFiles(options, settings, state);
  const { releases, begin, stop } = followReleases(settings, files, visits);
  const deps: HandlerDeps = {
    ...settings,
    ...files,
    releases,
    counter: visits.counter,
    tokens: visits.tokens,
    countWithoutCdn: registerCdnMetrics(registry),
  };
  const show = registerServerMetrics(registry);
  const collect = async () => {
    const caches = {
      ...files.assets.caches,
      pages: files.pages.cache,
      previews: files.previews.cache,
      ...files.caches,
      ...visits.counter.caches,
    };
    show({ state: await releases.state(), caches, now: clock() });
  };
  const visitsRoute: OperatorRoute = async (query) => {
    const document = visits.table.make(await releases.state(), Number(query.get('after') ?? 0));
    return { type: 'application/json', body: JSON.stringify(document) };
  };
  const checkpointRoute: OperatorRoute = () => {
    const kept = files.seen();
    return { status: kept ? 200 : 404, type: 'application/json', body: JSON.stringify(kept ?? null) };
  };
  // A look at the store may take longer than a load balancer waits.
  const whyNot = async () => (releases.isServing ? undefined : (await releases.state()).servesNothing);
  const server = await runServer({
    ...options,
    log,
    listener: requestListener({
      answer: createHandler(deps),
      log,
      further: transportSecurity(config.publicOrigin, isSecure, options.hstsSubdomains),
    }),
    at: { port, host, variable: portVariable },
    metricsVariable: 'METRICS_PORT',
    isTrusted: (address) => proxies.isTrusted(address),
    classify: requestKind,
    // Open pages ask for a newer release every seven seconds.
    isLogged: ({ kind, status }) => kind !== 'release' || status !== 304,
    readiness: new Readiness(whyNot),
    registry,
    collect,
    routes: { [VISITS_PATH]: visitsRoute, [CHECKPOINT_PATH]: checkpointRoute },
  });
  begin();
  return {
    metricsUrl: metricsAddress(server.metricsPort, options),
    url: toAddress(host, server.port),
    async liveNumber() {
      await releases.current();
      return (await releases.state()).release?.number;
    },
    async close() {
      stop();
      await server.close();
      await visits.kept.write();
    },
  };
}

/** Says which further switches of the configuration switch nothing: they are misspelt, or wait for a release. */
function warnUnnamedFeatures(features: Features, live: readonly ArtifactManifest[], log: ServerLog): void {
  const declarations = live.map(({ declaration }) => declaration);
  const asked = declarations.flatMap((declaration) => declaration.features ?? []);
  const named = new Set([...Object.keys(SAMPLE_FEATURES), ...featuresNamed(declarations), ...asked]);
  const unnamed = Object.keys(features).filter((name) => !named.has(name));
  if (unnamed.length > 0) log.info(`No live part names these features of the configuration: ${unnamed.join(', ')}`);
}

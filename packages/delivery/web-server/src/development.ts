import type { RequestListener } from 'node:http';
import { parseConfig } from '@portal/contract/config';
import { listen } from '@portal/node-kit/listen';
import type { Store } from '@portal/release/store';
import { TrustedProxies } from '@portal/node-kit/trusted-proxies';
import { createServerLog } from '@portal/node-kit/server-log';
import { Registry } from 'prom-client';
import { Assets } from './files/assets.ts';
import { createDeltas } from './pages/create-deltas.ts';
import { createHandler } from './handler.ts';
import { VisitCounter } from './visits/visit-counter.ts';
import { VisitTokens } from './visits/visit-token.ts';
import type { HttpResponse } from './http/http-response.ts';
import { requestListener } from './http/http-response.ts';
import { LiveReleases } from './releases/live-release.ts';
import { Previews } from './releases/previews.ts';
import { PageCache } from './pages/page.ts';

export { fileType } from './files/assets.ts';

interface DevelopmentServerOptions {
  /** Content of "/config.json"; validated at the start. */
  readonly config: unknown;
  readonly port: number;
  /**
   * The store for the next page. It is a new one after each change, because all development builds of a part have the
   * same version.
   */
  readonly store: () => Promise<Store>;
  /** The listener for a path that does not come from the store. */
  readonly instead: (pathname: string) => RequestListener | undefined;
  readonly log: (line: string) => void;
}

/** A store in memory answers within this time on any machine, in milliseconds. */
const WAIT_LIMIT_MS = 60_000;

/** Hot updates are scripts that did not exist when the page with the hashes was made. */
function withoutHashes(response: HttpResponse): HttpResponse {
  const headers = Object.entries(response.headers).filter(([name]) => name !== 'integrity-policy');
  return { ...response, headers: Object.fromEntries(headers) };
}

/**
 * Serves the portal like the web server, but from a store that is replaced after each change. Does not compress in
 * advance, and gives nobody what pages report.
 * @returns a function that stops the server. @throws {InvalidInputError} naming the bad key of the configuration;
 * {PortTakenError}.
 */
export async function startDevelopmentServer(options: DevelopmentServerOptions): Promise<() => Promise<void>> {
  const config = parseConfig(options.config);
  const log = createServerLog({ server: 'web-server', format: 'text', write: options.log });
  const tokens = new VisitTokens(undefined);
  const counter = new VisitCounter(tokens, { now: () => performance.now(), clock: Date.now });
  const proxies = new TrustedProxies();
  const served = new WeakMap<Store, ReturnType<typeof createHandler>>();
  const serve = (store: Store) => {
    const assets = new Assets(store, log);
    // The clock never advances, because a store does not change once it is served.
    const following = { outage: () => undefined, now: () => 0, waitLimitMs: WAIT_LIMIT_MS, onChange: () => {} };
    const releases = new LiveReleases({ store, assets, log, ...following });
    return createHandler({
      config,
      assets,
      releases,
      previews: new Previews({ store, assets, log, clock: Date.now }),
      pages: new PageCache(config),
      ...createDeltas({ store, assets, log, registry: new Registry() }),
      log,
      counter,
      proxies,
      tokens,
      clock: Date.now,
      isSecure: () => false,
      hostOrigins: new Set(),
      assetOrigin: '',
      countWithoutCdn: () => undefined,
    });
  };
  const portal = requestListener({
    async answer(request) {
      const store = await options.store();
      const answer = served.get(store) ?? serve(store);
      served.set(store, answer);
      return withoutHashes(await answer(request));
    },
    log,
  });
  const handler: RequestListener = (request, response) => {
    const [pathname = ''] = (request.url ?? '').split('?');
    (options.instead(pathname) ?? portal)(request, response);
  };
  const { close } = await listen(handler, { port: options.port, host: 'localhost', variable: 'PORTAL_PORT' });
  return close;
}

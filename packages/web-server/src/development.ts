import type { RequestListener } from 'node:http';
import { BUCKETS, releaseForBucket } from '@portal/contract/cohort';
import { parseConfig } from '@portal/contract/config';
import type { Frame } from '@portal/contract/frame';
import type { Release } from '@portal/contract/release';
import { listen } from '@portal/node-kit/listen';
import { createLog } from './log.ts';
import { PageCache } from './page-cache.ts';
import { answerOwn, checkRequest } from './page-handler.ts';
import { answerReports, isReport } from './reports.ts';
import { requestListener } from './http-response.ts';
import type { VisitorView } from './visitor-view.ts';
import { toView } from './visitor-view.ts';

export { fileType } from './assets.ts';

/** What is served now: the release, and the painted frame of its shell. */
export interface LiveRelease {
  readonly release: Release;
  readonly frame: Frame;
}

export interface DevelopmentServerOptions {
  /** Content of "/config.json"; validated at the start. */
  readonly config: unknown;
  readonly port: number;
  /** The builds that the next page is made of; a new object whenever a build has changed. */
  readonly current: () => Promise<LiveRelease | undefined>;
  /** A listener that answers a path in place of a page. */
  readonly instead: (pathname: string) => RequestListener | undefined;
  readonly log: (line: string) => void;
}

/** The one view of the latest builds: there are no canaries and no urgent releases. */
function viewer(current: DevelopmentServerOptions['current']): () => Promise<VisitorView | undefined> {
  const views = new WeakMap<LiveRelease, VisitorView>();
  return async () => {
    const live = await current();
    if (!live) return undefined;
    const view = views.get(live) ?? toView(releaseForBucket(live.release, BUCKETS - 1), live.frame, 0);
    views.set(live, view);
    return view;
  };
}

/**
 * Serves the pages of the portal, with the policy and the integrity of production, from builds that change.
 * @returns a function that stops the server. @throws {InvalidInputError} naming the bad key of the configuration; {PortTakenError}.
 */
export async function startDevelopmentServer(options: DevelopmentServerOptions): Promise<() => Promise<void>> {
  const { current, instead } = options;
  const config = parseConfig(options.config);
  const log = createLog(options.log);
  const parts = { config, releases: { current: viewer(current) }, pages: new PageCache(config) };
  const pages = requestListener(async (request) => {
    // Reports are accepted, but not counted.
    if (isReport(request)) return answerReports(request, () => true);
    return checkRequest(request) ?? answerOwn(parts, request);
  }, log);
  const handler: RequestListener = (request, response) => {
    const [pathname = ''] = (request.url ?? '').split('?');
    (instead(pathname) ?? pages)(request, response);
  };
  const { close } = await listen(handler, {
    port: options.port,
    host: 'localhost',
    variable: 'PORTAL_PORT',
  });
  return close;
}

import type { RequestListener } from 'node:http';
import { parseConfig } from '@portal/contract/config';
import { listen } from './listen.ts';
import { createLog } from './log.ts';
import type { LiveRelease } from './page.ts';
import { PageCache } from './page-cache.ts';
import { answerOwn, checkRequest } from './page-handler.ts';
import { requestListener } from './request-listener.ts';

export type { LiveRelease } from './page.ts';

export interface DevelopmentServerOptions {
  /** Content of "/config.json"; validated at the start. */
  readonly config: unknown;
  readonly port: number;
  /** The builds that the next page is made of; it is a new object when they are others. */
  readonly current: () => Promise<LiveRelease | undefined>;
  /** Answers by path, in the place of a page. */
  readonly instead: (pathname: string) => RequestListener | undefined;
  readonly log: (line: string) => void;
}

/**
 * Serves the pages of the portal, with the policy and the integrity of production, from builds that change.
 * @returns what ends it. @throws {InvalidInputError} naming the bad key of the configuration; {PortTakenError}.
 */
export async function startDevelopmentServer(options: DevelopmentServerOptions): Promise<() => Promise<void>> {
  const { current, instead } = options;
  const config = parseConfig(options.config);
  const log = createLog(options.log);
  const parts = { config, releases: { current }, pages: new PageCache(config) };
  const pages = requestListener(async (request) => checkRequest(request) ?? answerOwn(parts, request), log);
  const handler: RequestListener = (request, response) => {
    const [pathname = ''] = (request.url ?? '').split('?');
    (instead(pathname) ?? pages)(request, response);
  };
  const { close } = await listen(handler, options.port, 'localhost', 'PORTAL_PORT');
  return close;
}

import type { IncomingMessage } from 'node:http';
import { getCookies, readBuckets } from '../releases/buckets-cookie.ts';
import type { VisitorView } from '../releases/visitor-view.ts';
import type { PageParts } from './answer-page.ts';

/**
 * What a visitor would get now, by the cookies of a request; undefined while there is no release. Without the cookie of buckets no canary: as
 * for everybody who follows a link, and a visitor without cookies gets new buckets with every page.
 */
export async function currentView(
  { releases, previews, isSecure }: Pick<PageParts, 'releases' | 'previews' | 'isSecure'>,
  request: IncomingMessage,
): Promise<VisitorView | undefined> {
  const live = await releases.current();
  if (!live) return undefined;
  const [sent, secure] = [getCookies(request.headers), isSecure(request)];
  return (await previews.shownTo(sent, secure, live)) ?? live.getView(readBuckets(sent, secure));
}

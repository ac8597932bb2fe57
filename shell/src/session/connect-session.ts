import { getAccount, startApi } from '@portal/api';
import { claimedPaths } from '@portal/contract/declaration';
import type { PageData } from '@portal/contract/page';
import type { PartDirectory } from '@portal/federation/runtime';
import { session, startSession } from '@portal/session';
import { ACCOUNT_PATH } from '../account-path.ts';

/** Starts session and API client. */
export function connectSession(
  { config: { apiBaseUrl, cookieDomain }, release: { navigation } }: PageData,
  parts: Pick<PartDirectory, 'declarations'>,
): void {
  // A token that somebody has planted for a path that the page has not met is found, and deleted, by the page of that
  // path.
  const paths = () => [
    ...parts.declarations().flatMap(claimedPaths),
    ...[...navigation.header, ...navigation.footer].map(({ path }) => path),
    ACCOUNT_PATH,
  ];
  startSession({ cookieDomain, paths, loadAccount: getAccount });
  const { __earlyReads: earlyReads, __earlyTexts: earlyTexts, __earlyReadsAt: earlyReadsAt } = window;
  const { __earlyToken: earlyToken } = window;
  delete window.__earlyToken; // only the cookies keep tokens
  // Only the API client has the reads, and forgets them with the session.
  delete window.__earlyReads;
  delete window.__earlyTexts;
  // Since they began, somebody else may have signed in in another tab.
  const isOwn = session.accessToken() === earlyToken;
  startApi({ baseUrl: apiBaseUrl, ...(isOwn && { earlyReads, earlyTexts, earlyReadsAt, earlyToken }) });
}

import { getAccount, startApi } from '@portal/api';
import type { PageData } from '@portal/contract/page';
import { startSession } from '@portal/session';

/** Starts session and API client. */
export function connectSession({ config: { apiBaseUrl, cookieDomain }, release: { shell, remotes } }: PageData): void {
  const declarations = [shell, ...Object.values(remotes)].map(({ declaration }) => declaration);
  const paths = declarations.flatMap(({ routes, redirects = [] }) => [
    ...routes.map(({ path }) => path),
    ...redirects.map(({ from }) => from),
  ]);
  startSession({ cookieDomain, paths, loadAccount: getAccount });
  const { __earlyReads: earlyReads, __earlyReadsAt: earlyReadsAt, __earlyToken: earlyToken } = window;
  delete window.__earlyToken; // only the cookies keep tokens
  startApi({ baseUrl: apiBaseUrl, earlyReads, earlyReadsAt, earlyToken });
}

import { getAccount, getTokens, startApi } from '@portal/api';
import type { PortalConfig } from '@portal/contract/config';
import { session, startSession } from '@portal/session';

/** Ties session and API together: the one place that knows both. */
export function connectSession({ apiBaseUrl, cookieDomain }: PortalConfig): void {
  startSession({ cookieDomain, requestTokens: getTokens, loadAccount: getAccount });
  const { __earlyReads: earlyReads, __earlyToken: earlyToken } = window;
  delete window.__earlyToken; // The cookies are the one place where tokens are kept.
  startApi({ baseUrl: apiBaseUrl, session, ...(earlyReads ? { earlyReads, earlyToken } : {}) });
}

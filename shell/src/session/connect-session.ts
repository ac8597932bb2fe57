import { getAccount, getTokens, startApi } from '@portal/api';
import type { PortalConfig } from '@portal/contract/config';
import { session, startSession } from '@portal/session';

/** Ties session and API together: the one place that knows both. */
export function connectSession({ apiBaseUrl, cookieDomain }: PortalConfig): void {
  startSession({ cookieDomain, requestTokens: getTokens, loadAccount: getAccount });
  startApi({ baseUrl: apiBaseUrl, session, ...(window.__earlyReads ? { earlyReads: window.__earlyReads } : {}) });
}

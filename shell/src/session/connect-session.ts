import { getAccount, startApi } from '@portal/api';
import type { PortalConfig } from '@portal/contract/config';
import { startSession } from '@portal/session';

/** Starts session and API client. */
export function connectSession({ apiBaseUrl, cookieDomain }: PortalConfig): void {
  startSession({ cookieDomain, loadAccount: getAccount });
  const { __earlyReads: earlyReads, __earlyReadsAt: earlyReadsAt, __earlyToken: earlyToken } = window;
  delete window.__earlyToken; // only the cookies keep tokens
  startApi({ baseUrl: apiBaseUrl, earlyReads, earlyReadsAt, earlyToken });
}

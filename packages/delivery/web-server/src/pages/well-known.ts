import type { PortalConfig } from '@portal/contract/config';
import { LANGUAGES } from '@portal/contract/language';
import type { HttpResponse } from '../http/http-response.ts';
import { NOT_INDEXED, textResponse } from '../http/http-response.ts';

/** Less than a year, as RFC 9116 recommends. In milliseconds. */
const SECURITY_TEXT_AGE_MS = 360 * 24 * 60 * 60 * 1000;

/**
 * Whom to tell about a weakness (RFC 9116). It expires by the date of the newest live part: where nobody builds for a year, nobody may be
 * reading these messages either. Undefined without a contact, or with one over http, which the standard forbids.
 */
function securityText({ links, publicOrigin }: PortalConfig, builtAt: string): string | undefined {
  const { contact } = links;
  if (contact === undefined || new URL(contact).protocol === 'http:') return undefined;
  const expires = new Date(Date.parse(builtAt) + SECURITY_TEXT_AGE_MS);
  return [
    `Contact: ${contact}`,
    `Expires: ${expires.toISOString()}`,
    `Preferred-Languages: ${LANGUAGES.join(', ')}`,
    ...(publicOrigin?.startsWith('https:') ? [`Canonical: ${publicOrigin}/.well-known/security.txt`] : []),
  ].join('\n');
}

/** Answers `/.well-known/…`; `builtAt` is when the newest live part was built (ISO 8601), undefined while none is live. */
export function answerWellKnown(config: PortalConfig, pathname: string, builtAt: string | undefined): HttpResponse {
  const { identityManagement } = config.links;
  const security = builtAt === undefined ? undefined : securityText(config, builtAt);
  if (pathname === '/.well-known/security.txt' && security !== undefined)
    return textResponse(200, security, { 'cache-control': 'public, max-age=3600', ...NOT_INDEXED });
  // Password managers send people there; the password belongs to the central identity.
  if (pathname === '/.well-known/change-password' && identityManagement !== undefined)
    return textResponse(302, `The password is changed at ${identityManagement}`, {
      location: identityManagement,
      ...NOT_INDEXED,
    });
  return textResponse(404, 'Not found');
}

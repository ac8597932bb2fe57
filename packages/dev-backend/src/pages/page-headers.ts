import { callbackAddress } from '../options.ts';
import type { Settings } from '../options.ts';

/**
 * Headers of the identity provider's pages. `form-action` names where the redirects after a form lead, because browsers apply it to
 * those too: back to the API and on to the portal, or to a release console.
 */
export function pageHeaders(settings: Settings): Readonly<Record<string, string>> {
  const callbacks = settings.portalOrigins.map((origin) => new URL(callbackAddress(settings, new URL(origin))).origin);
  const formTargets = [...new Set([...settings.portalOrigins, ...callbacks, ...settings.consoleOrigins])].join(' ');
  return {
    'content-security-policy': [
      "default-src 'none'",
      "style-src 'self'",
      "script-src 'self'",
      'img-src data:',
      "base-uri 'none'",
      "frame-ancestors 'none'",
      `form-action 'self' ${formTargets}`,
    ].join('; '),
    'cache-control': 'no-store',
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
  };
}

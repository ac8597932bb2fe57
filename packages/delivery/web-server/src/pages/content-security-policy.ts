import { createHash } from 'node:crypto';
import { ASSETS_PATH } from '@portal/contract/page';
import { CHECKED_SCRIPTS_POLICY, REPORTS_PATH } from '@portal/contract/page-elements';
import type { Visitor } from './page-request.ts';

/** The inline contents of a page that its Content Security Policy has to allow. */
interface InlineContents {
  /** Texts of the script elements that run, and of the import map. */
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

function hashes(texts: readonly string[]): string {
  return texts.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`).join(' ');
}

/** Where a page takes from what is neither inline nor its own. */
interface PageOrigins {
  readonly apiOrigin: string;
  readonly documentOrigins?: readonly string[] | undefined;
  /** The origin of its files; empty for its own. */
  readonly assetOrigin?: string | undefined;
  /** The origin of a development server, for a page that takes a part from there. */
  readonly overrideOrigin?: string | undefined;
}

/**
 * The page's Content-Security-Policy. It allows scripts of the origin of its files (the import map checks their hashes)
 * and these inline texts, calls to the own origin and the API, and documents also from the configured origins. A CDN
 * may have files of others: of its origin, only the files of parts count.
 */
export function contentSecurityPolicy(
  { scripts, styles }: InlineContents,
  { apiOrigin, documentOrigins = [], assetOrigin = '', overrideOrigin }: PageOrigins,
): string {
  const cdn = assetOrigin === '' ? [] : [`${assetOrigin}${ASSETS_PATH}`];
  const further = overrideOrigin === undefined ? [] : [overrideOrigin];
  const files = [...cdn, ...further];
  const fileSource = [...(cdn.length === 0 ? ["'self'"] : cdn), ...further].join(' ');
  return [
    "default-src 'none'",
    `script-src ${fileSource} ${hashes(scripts)}`,
    `style-src ${fileSource} ${hashes(styles)}`,
    ["img-src 'self' data:", ...files].join(' '),
    `font-src ${fileSource}`,
    "manifest-src 'self'",
    [...new Set(["connect-src 'self'", apiOrigin, ...documentOrigins, ...files])].join(' '),
    ["frame-src 'self'", ...documentOrigins].join(' '),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    // No text becomes code but through the shell's own policy, which accepts the addresses of scripts with a hash, and
    // nothing else.
    `${TRUSTED_TYPES} ${CHECKED_SCRIPTS_POLICY}`,
  ].join('; ');
}

const TRUSTED_TYPES = "require-trusted-types-for 'script'; trusted-types";

/** Policy of a page without code, with this inline style. */
export function barePolicy(style: string): string {
  return `default-src 'none'; style-src ${hashes([style])}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; ${TRUSTED_TYPES} 'none'`;
}

/** Name of the endpoint that violations are reported to. */
const ENDPOINT = 'reports';

/**
 * Headers of every page with this policy, whatever its status. Browsers report what breaks it: by `report-to` over
 * https only, because the Reporting API accepts no other endpoint; by `report-uri` where they know nothing else.
 * Scripts without a hash are refused, but not by WebKit: it takes a module that another one imports for one without,
 * although it checks the hash in the import map later. Nor in a page that takes a part from a development server, whose
 * hashes nobody knows: what has a hash keeps it there.
 */
export function pageSecurityHeaders(
  policy: string,
  { isSecure, isWebKit }: Pick<Visitor, 'isSecure' | 'isWebKit'>,
  hasOverride = false,
): Readonly<Record<string, string>> {
  return {
    'content-security-policy': `${policy}; report-uri ${REPORTS_PATH}${isSecure ? `; report-to ${ENDPOINT}` : ''}`,
    ...(!isWebKit &&
      !hasOverride && {
        'integrity-policy': `blocked-destinations=(script)${isSecure ? `, endpoints=(${ENDPOINT})` : ''}`,
      }),
    ...(isSecure && { 'reporting-endpoints': `${ENDPOINT}="${REPORTS_PATH}"` }),
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy':
      'accelerometer=(), browsing-topics=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), ' +
      'microphone=(), midi=(), payment=(), usb=()',
  };
}

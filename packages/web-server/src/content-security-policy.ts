import { createHash } from 'node:crypto';

/** The inline contents of a page that its Content Security Policy has to allow. */
export interface InlineContents {
  /** Texts of the script elements that run, and of the import map. */
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

function hashes(texts: readonly string[]): string {
  return texts.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`).join(' ');
}

/**
 * The page's Content-Security-Policy. It allows scripts of the own origin (the import map checks their hashes) and these inline texts,
 * calls to the own origin and the API, and documents also from the configured origins.
 */
export function contentSecurityPolicy(
  { scripts, styles }: InlineContents,
  apiOrigin: string,
  documentOrigins: readonly string[] = [],
): string {
  return [
    "default-src 'none'",
    `script-src 'self' ${hashes(scripts)}`,
    `style-src 'self' ${hashes(styles)}`,
    "img-src 'self' data:",
    "font-src 'self'",
    "manifest-src 'self'",
    [...new Set(["connect-src 'self'", apiOrigin, ...documentOrigins])].join(' '),
    ["frame-src 'self'", ...documentOrigins].join(' '),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** Policy of a page without code, with this inline style. */
export function barePolicy(style: string): string {
  return `default-src 'none'; style-src ${hashes([style])}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
}

/** Headers of every page, whatever its status. */
export const PAGE_SECURITY_HEADERS = {
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy':
    'accelerometer=(), browsing-topics=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), ' +
    'microphone=(), midi=(), payment=(), usb=()',
} as const;

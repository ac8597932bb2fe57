import { DOCUMENTS_PATTERN, overlaps, ASSETS_PATH } from './paths.ts';
import { LIVE_VIEW_PATH, PART_PATH, PARTS_PATH, REPORTS_PATH, ROLE_PARTS_PATH } from './page-elements.ts';

/** Path of the run-time configuration. */
export const CONFIG_PATH = '/config.json';
/** Path of the web manifest, which names the portal and its icons to home screens. */
export const MANIFEST_PATH = '/manifest.webmanifest';
/** The beginning of the paths where programs look for facts about a site (RFC 8615). */
export const WELL_KNOWN_PATH = '/.well-known/';
/** Paths where browsers and home screens look for an icon. */
const ICON_PATHS = ['/favicon.ico', '/favicon.svg', '/apple-touch-icon.png', '/icon-192.png', '/icon-512.png'];
/** Path of the page for browsers that cannot run the portal. */
export const OLD_BROWSER_PATH = '/old-browser';

/** Path of the licences of the packages that the portal contains. */
export const LICENCES_PATH = '/licences.txt';

interface WebServerPath {
  /** A path of the web server itself; one that ends with "/" includes everything below it. */
  readonly pattern: string;
  /** What the path serves. */
  readonly what: string;
}

/** Paths that the web server answers itself; no part may declare them. */
export const WEB_SERVER_PATHS: readonly WebServerPath[] = [
  { pattern: ASSETS_PATH, what: 'the files of all parts' },
  { pattern: DOCUMENTS_PATTERN, what: 'the PDFs of documents' },
  { pattern: REPORTS_PATH, what: 'what pages report' },
  { pattern: LIVE_VIEW_PATH, what: 'the news of releases for open pages' },
  { pattern: PART_PATH, what: 'what open pages need of a further part' },
  { pattern: ROLE_PARTS_PATH, what: 'the parts for the roles of an account' },
  { pattern: PARTS_PATH, what: 'the live versions' },
  { pattern: CONFIG_PATH, what: 'its configuration' },
  { pattern: LICENCES_PATH, what: 'the licences of packages' },
  { pattern: OLD_BROWSER_PATH, what: 'the page for old browsers' },
  ...ICON_PATHS.map((pattern) => ({ pattern, what: 'the icon' })),
  { pattern: MANIFEST_PATH, what: 'the web manifest' },
  { pattern: WELL_KNOWN_PATH, what: 'facts about the site for programs' },
];

/** The web server's own path that a part's pattern also matches. */
export function webServerPathIn(pattern: string): WebServerPath | undefined {
  const segments = pattern.split('/').filter(Boolean);
  return WEB_SERVER_PATHS.find((own) => {
    const depth = own.pattern.split('/').filter(Boolean).length;
    return overlaps(own.pattern.endsWith('/') ? segments.slice(0, depth).join('/') : pattern, own.pattern);
  });
}

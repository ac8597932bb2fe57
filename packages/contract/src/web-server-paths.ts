import { DOCUMENTS_PATTERN } from './documents.ts';
import { LIVE_VIEW_PATH } from './live-view.ts';
import { ASSETS_PATH } from './page.ts';
import { REPORTS_PATH } from './page-elements.ts';
import { overlaps } from './paths.ts';

/** Where the run-time configuration is. */
export const CONFIG_PATH = '/config.json';
/** Where browsers look for the portal's icon. */
export const ICON_PATHS: readonly string[] = ['/favicon.ico', '/favicon.svg'];

export interface WebServerPath {
  /** Paths that the web server answers by itself; one that ends with "/" stands for everything below it. */
  readonly pattern: string;
  /** What is there. */
  readonly what: string;
}

/** What the web server keeps for itself: whoever loads a page there gets something else, so no part may have one. */
export const WEB_SERVER_PATHS: readonly WebServerPath[] = [
  { pattern: ASSETS_PATH, what: 'the files of all parts' },
  { pattern: DOCUMENTS_PATTERN, what: 'the PDFs of documents' },
  { pattern: REPORTS_PATH, what: 'what pages report' },
  { pattern: LIVE_VIEW_PATH, what: 'what it tells open pages of releases' },
  { pattern: CONFIG_PATH, what: 'its configuration' },
  ...ICON_PATHS.map((pattern) => ({ pattern, what: 'the icon' })),
];

/** The web server's own path that a part's pattern stands for, too. */
export function webServerPathIn(pattern: string): WebServerPath | undefined {
  const segments = pattern.split('/').filter(Boolean);
  return WEB_SERVER_PATHS.find((own) => {
    const depth = own.pattern.split('/').filter(Boolean).length;
    return overlaps(own.pattern.endsWith('/') ? segments.slice(0, depth).join('/') : pattern, own.pattern);
  });
}

import type { IncomingMessage } from 'node:http';
import { parseDocumentPath } from '@portal/contract/documents';
import { ASSETS_PATH } from '@portal/contract/page';
import { LIVE_VIEW_PATH, PART_PATH, PARTS_PATH, REPORTS_PATH, ROLE_PARTS_PATH } from '@portal/contract/page-elements';
import { CONFIG_PATH, LICENCES_PATH, OLD_BROWSER_PATH, WELL_KNOWN_PATH } from '@portal/contract/web-server-paths';
import { isWorkerScript } from './pages/predecessor-worker.ts';
import { siteFile } from './site-files.ts';

/** What requests are for, in the metrics and in the log. */
export type RequestKind = 'page' | 'file' | 'document' | 'report' | 'release' | 'config' | 'site';

const KINDS: ReadonlyMap<string, RequestKind> = new Map([
  [REPORTS_PATH, 'report'],
  [LIVE_VIEW_PATH, 'release'],
  [PART_PATH, 'release'],
  [PARTS_PATH, 'release'],
  [ROLE_PARTS_PATH, 'release'],
  [CONFIG_PATH, 'config'],
  [LICENCES_PATH, 'site'],
  [OLD_BROWSER_PATH, 'site'],
]);

/** What a request is for, by its path; "site" is what browsers and programs ask for beside pages, such as icons. */
export function requestKind({ url = '', headers }: Pick<IncomingMessage, 'url' | 'headers'>): RequestKind {
  if (isWorkerScript({ url, headers })) return 'site';
  const [path = ''] = url.split('?');
  const known = KINDS.get(path);
  if (known) return known;
  if (path.startsWith(ASSETS_PATH)) return 'file';
  if (parseDocumentPath(path)) return 'document';
  return path.startsWith(WELL_KNOWN_PATH) || siteFile(path) ? 'site' : 'page';
}

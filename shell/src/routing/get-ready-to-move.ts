import { readAhead } from '@portal/api';
import { matchesPath } from '@portal/contract/paths';
import { session } from '@portal/session';
import { ACCOUNT_PATH } from '../layout/account-path.ts';
import type { Portal } from '../portal.ts';
import { whenIdle } from '../when-idle.ts';
import { decideAccess } from './access.ts';

/** How long a pointer, a finger or the focus is on a link before its page is fetched, in milliseconds: shorter on the way to something else. */
const INTENT_MS = 50;

declare global {
  interface Navigator {
    /** Known in Chromium alone. */
    readonly connection?: { readonly saveData?: boolean; readonly effectiveType?: string };
  }
}

const savesData = () => navigator.connection?.saveData === true;
/** Browsers that do not tell count as fast. */
const isSlow = () => !['4g', undefined].includes(navigator.connection?.effectiveType);

type Prepared = Pick<Portal, 'page' | 'parts' | 'navigation' | 'preload' | 'openTab'>;

/** Fetches the scripts of the page at `path`. With `data`, also begins its reads, if the visitor may enter it. */
async function prepare({ parts, preload }: Prepared, path: string, data: boolean): Promise<void> {
  const found = await parts.find(path);
  const route = found?.declaration.routes.find((each) => matchesPath(each.path, path));
  if (!found || !route || found.alone) return;
  preload(found.declaration.name, route.page);
  if (data && decideAccess(route.access, session.getState()).kind === 'enter') route.reads.forEach(readAhead);
}

/**
 * Fetches, when the browser has nothing else to do, what the next steps need: the hashes of the scripts that the page's own parts may load
 * later, and the pages that the header leads to; on a slow line only what is known of these. Whoever saves data gets it when it is needed.
 */
export function getReadyToMove(portal: Prepared): void {
  const { page, parts, navigation } = portal;
  if (savesData()) return;
  whenIdle(() => {
    const own = ['shell', ...Object.keys(page.release.remotes)].map((part) => parts.scriptsOf(part));
    const shown =
      session.accessToken() === undefined ? [] : [...navigation.header.map(({ path }) => path), ACCOUNT_PATH];
    const further = shown.map((path) => (isSlow() ? parts.find(path) : prepare(portal, path, false)));
    // Whoever needs one of them asks again, and shows the failure.
    for (const asked of [...own, ...further]) asked.catch(() => undefined);
  });
}

/** The path that a link of the portal leads to, if it is that of another page in this tab. */
function pathOf(target: EventTarget | null): string | undefined {
  const link = target instanceof Element ? target.closest('a') : null;
  if (!link || link.origin !== window.location.origin || link.hasAttribute('download') || link.target !== '')
    return undefined;
  return link.pathname === window.location.pathname ? undefined : link.pathname;
}

/** Fetches the page, texts and data that a link leads to while somebody points at it, touches it or has the focus on it. */
export function followIntent(portal: Prepared): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = () => clearTimeout(timer);
  const begin = ({ target }: Event) => {
    end();
    const path = pathOf(target);
    if (path === undefined || savesData()) return;
    timer = setTimeout(() => {
      portal.openTab.expectNavigation();
      prepare(portal, path, true).catch(() => undefined); // whoever opens the page hears of it
    }, INTENT_MS);
  };
  for (const type of ['pointerover', 'touchstart', 'focusin'])
    document.addEventListener(type, begin, { passive: true });
  for (const type of ['pointerout', 'focusout']) document.addEventListener(type, end, { passive: true });
}

import { readAhead } from '@portal/api';
import { LEAVING } from '@portal/contract/page-elements';
import { session } from '@portal/session';
import { ACCOUNT_PATH } from '../account-path.ts';
import { isSlow, savesData } from '../connection.ts';
import type { Portal } from '../portal.ts';
import { findRoute } from '../portal.ts';
import { whenIdle } from '../when-idle.ts';
import { decideAccess } from './access.ts';

/**
 * How long a pointer, a finger or the focus is on a link before its page is fetched, in milliseconds: shorter on the
 * way to something else.
 */
const INTENT_MS = 50;

type Prepared = Pick<Portal, 'page' | 'pages' | 'parts' | 'preload' | 'openTab'>;

/**
 * Fetches the files of the page at `path`. With `start`, also begins the page's reads, if the visitor may enter it, and
 * runs its files once they have come, if it is of another remote than the one on the screen.
 */
async function prepare({ parts, pages, preload }: Prepared, path: string, start: boolean): Promise<void> {
  // Then the page knows the route; the visitor has met what the roles of the account lead to.
  await parts.find(path);
  const found = findRoute({ parts }, path);
  if (!found) return;
  const { route } = found;
  const { name } = found.declaration;
  const come = preload(name, route.page);
  if (!start || decideAccess(route.access, session.getState()).kind !== 'enter') return;
  route.reads.forEach(readAhead);
  // If a page of the remote on the screen failed, a fallback would take over, and the screen lose its styles.
  if (findRoute({ parts }, window.location.pathname)?.declaration.name === name) return;
  // Not before: Firefox would remember the failure of a file that the network has not brought as that of the module.
  const started = come.then((all) => (all ? pages.load(name, route.page) : undefined));
  started.catch(() => undefined); // whoever opens the page hears of it
}

/**
 * Fetches, when the browser has nothing else to do, what the next steps need: the hashes of the scripts that the page's
 * own parts may load later, and the pages that the header leads to; on a slow line only what is known of these. Whoever
 * saves data gets it when it is needed.
 */
export function prefetchWhenIdle(portal: Prepared): void {
  const { release } = portal.page;
  const { parts } = portal;
  if (savesData()) return;
  whenIdle(() => {
    const own = ['shell', ...Object.keys(release.remotes)].map((part) => parts.getScripts(part));
    const shown =
      session.accessToken() === undefined ? [] : [...release.navigation.header.map(({ path }) => path), ACCOUNT_PATH];
    const further = shown.map((path) => (isSlow() ? parts.find(path) : prepare(portal, path, false)));
    // Whoever needs one of them asks again, and shows the failure.
    for (const asked of [...own, ...further]) asked.catch(() => undefined);
  });
}

/** The link to another page of the portal in this tab that the event is of. */
function findLink({ target }: Event): HTMLAnchorElement | undefined {
  const link = target instanceof Element ? target.closest('a') : null;
  if (!link || link.origin !== window.location.origin || link.hasAttribute('download') || link.target !== '')
    return undefined;
  return link.pathname === window.location.pathname ? undefined : link;
}

/**
 * Loads the page, texts and data that a link leads to while somebody points at it, touches it or has the focus on it,
 * so that it only has to be rendered. If a full page load leads there, to a newer release, the browser prepares the new
 * page, where it can.
 */
export function followIntent(portal: Prepared): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let intended: HTMLAnchorElement | undefined;
  const end = () => {
    clearTimeout(timer);
    intended?.removeAttribute(LEAVING);
    intended = undefined;
  };
  /** Within a link, and when a press gives the focus to it, the intent stays. */
  const isStill = (target: EventTarget | null) => target instanceof Node && intended?.contains(target) === true;
  const follow = async (link: HTMLAnchorElement) => {
    prepare(portal, link.pathname, true).catch(() => undefined); // whoever opens the page hears of it
    const leaves = await portal.openTab.expectNavigation();
    link.toggleAttribute(LEAVING, leaves && link === intended);
  };
  const begin = (event: Event) => {
    if (isStill(event.target)) return;
    end();
    const link = findLink(event);
    if (!link || savesData()) return;
    intended = link;
    timer = setTimeout(() => void follow(link), INTENT_MS);
  };
  for (const type of ['pointerover', 'touchstart', 'focusin'])
    document.addEventListener(type, begin, { passive: true });
  const leave = ({ relatedTarget }: MouseEvent | FocusEvent) => {
    if (!isStill(relatedTarget)) end();
  };
  for (const type of ['pointerout', 'focusout'] as const) document.addEventListener(type, leave, { passive: true });
}

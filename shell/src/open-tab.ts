import type { LiveView } from '@portal/contract/live-view';
import { LIVE_VIEW_PATH, parseLiveView } from '@portal/contract/live-view';
import type { PageData } from '@portal/contract/page';
import { hasUnsavedInput, raisedNotices } from '@portal/ui';

/** How long the answer may take, in milliseconds. */
const ANSWER_LIMIT_MS = 10_000;

/** What an open tab needs of browser and server; replaced in tests. */
export interface OpenTabEnvironment {
  /** The view that this visitor would get now. @throws when the server does not answer. */
  ask(): Promise<LiveView>;
  /**
   * Whether the page can be replaced: there is a network, and nothing on the screen would be lost. Unsaved input would be, a notice
   * (it may be the only answer to what the user has just done), and the result of an action under way (a busy button or switch). What
   * only loads (a skeleton, a document, texts, a link being followed) does not count, because it may hang without limit.
   */
  isFree(): boolean;
  /** Whether the user is in a field, even if its form has nothing unsaved yet. */
  isTyping(): boolean;
  go(address: string): void;
  reload(): void;
}

export const openTabEnvironment: OpenTabEnvironment = {
  async ask() {
    // The browser sends its last answer's ETag along, so that an unchanged answer is small.
    const answer = await fetch(LIVE_VIEW_PATH, { cache: 'no-cache', signal: AbortSignal.timeout(ANSWER_LIMIT_MS) });
    if (!answer.ok) throw new Error(`${LIVE_VIEW_PATH} answered ${answer.status}`);
    return parseLiveView(await answer.json());
  },
  isFree: () =>
    navigator.onLine &&
    !hasUnsavedInput() &&
    raisedNotices().length === 0 &&
    document.querySelector('button[aria-busy="true"], input[aria-busy="true"]') === null,
  isTyping: () => document.activeElement?.matches('input, textarea, select') === true,
  go: (address) => window.location.assign(address),
  reload: () => window.location.reload(),
};

/** Interval at which a visible page asks for a newer release, in milliseconds. */
const POLL_MS = 5 * 60_000;
/** A navigation asks if the last question is at least this old, and waits this long for the answer, in milliseconds. */
const ASK_AGAIN_MS = 30_000;
const NAVIGATION_WAIT_MS = 150;
/** How often an urgent release checks whether the screen is free, in milliseconds. */
const TRY_AGAIN_MS = 5000;
/** Key in the tab's storage: number of the release that the tab has moved to. */
const MOVED_TO = 'portal-moved-to-release';

/** A tab that stays open while newer releases become live. It moves by loading the whole page, at most once per release. */
export interface OpenTab {
  /** Starts to look for newer releases; `navigation` returns the target of the router's navigation under way. */
  start(navigation: () => { readonly hash: string } | undefined): void;
  /** Whether this navigation becomes a load of the whole page, which gets the newer release; that load has then begun. */
  leavesFor(url: URL, signal: AbortSignal): Promise<boolean>;
}

/** Records that the tab moves. False if it did so before, or without a storage to record it: it could then reload forever. */
function remember(number: number): boolean {
  try {
    if (Number(sessionStorage.getItem(MOVED_TO)) >= number) return false;
    sessionStorage.setItem(MOVED_TO, String(number));
    return true;
  } catch {
    return false;
  }
}

export function createOpenTab(
  page: PageData['release'],
  environment: OpenTabEnvironment = openTabEnvironment,
): OpenTab {
  let newer: LiveView | undefined;
  let asking: Promise<void> | undefined;
  let askedAt = Number.NEGATIVE_INFINITY;
  let underWay: Parameters<OpenTab['start']>[0] | undefined;
  let waiting: ReturnType<typeof setTimeout> | undefined;

  /** Moves to the newer release, if there is one and nothing on the screen would be lost. */
  function move(go: () => void): boolean {
    if (!newer || !environment.isFree()) return false;
    const first = remember(newer.number);
    newer = undefined;
    if (first) go();
    return first;
  }

  /** Moves to an urgent release as soon as the screen is free and no navigation is under way. */
  function moveAtOnce(): void {
    clearTimeout(waiting);
    if (!newer || newer.urgent <= page.number) return;
    if (underWay?.() || environment.isTyping() || !environment.isFree()) waiting = setTimeout(moveAtOnce, TRY_AGAIN_MS);
    else move(environment.reload);
  }

  async function askNow(): Promise<void> {
    try {
      const live = await environment.ask();
      newer = live.number > page.number && live.view !== page.view ? live : undefined;
    } catch {
      // A page that works is kept while the server does not answer.
      newer = undefined;
    }
    moveAtOnce();
  }

  function ask(): Promise<void> {
    askedAt = performance.now();
    asking ??= askNow().finally(() => {
      asking = undefined;
    });
    return asking;
  }

  return {
    start(navigation) {
      underWay = navigation;
      const askWhenSeen = () => {
        if (document.visibilityState === 'visible') void ask();
      };
      document.addEventListener('visibilitychange', askWhenSeen);
      setInterval(askWhenSeen, POLL_MS);
    },
    async leavesFor(url, signal) {
      // The first page, back and forward, and a change of the query never reload: the address is already the target's.
      if (!underWay || url.pathname === window.location.pathname) return false;
      if (asking || performance.now() - askedAt >= ASK_AGAIN_MS) {
        await Promise.race([ask(), new Promise((resolve) => setTimeout(resolve, NAVIGATION_WAIT_MS))]);
      }
      const hash = underWay()?.hash ?? '';
      return !signal.aborted && move(() => environment.go(url.href + hash));
    },
  };
}

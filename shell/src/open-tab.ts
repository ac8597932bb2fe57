import type { LiveView } from '@portal/contract/live-view';
import { LIVE_VIEW_PATH, parseLiveView } from '@portal/contract/live-view';
import type { PageData } from '@portal/contract/page';
import { hasUnsavedInput, raisedNotices } from '@portal/ui';

/** How long the answer may take, in milliseconds. */
const ANSWER_LIMIT_MS = 10_000;

/** The world around an open tab, replaced in tests. */
export interface OpenTabEnvironment {
  /** What this visitor would get by now. @throws when nobody says so. */
  ask(): Promise<LiveView>;
  /**
   * Nothing on the screen would be lost with the page, and there is a network to load another one. Lost would be unsaved input, a
   * notice, which may be the only answer to what the user has just done, and the answer to an act that is under way: a button or a
   * switch that is busy. It is no longer than its calls may take. What merely loads (a skeleton, a document, the texts of a
   * language) holds nothing up, and a link that is being followed neither: they may hang for as long as they like.
   */
  isFree(): boolean;
  /** The user is in a field, whether or not its form calls it unsaved yet. */
  isTyping(): boolean;
  go(address: string): void;
  reload(): void;
}

export const openTabEnvironment: OpenTabEnvironment = {
  async ask() {
    // The browser sends the tag of its last answer along; mostly what comes is that nothing has changed.
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

/** How often a page that stays on the screen asks for a newer release, in milliseconds. */
const POLL_MS = 5 * 60_000;
/** A navigation asks when nobody has asked for so long, and waits for the answer no longer than it would for code. */
const ASK_AGAIN_MS = 30_000;
const PATIENCE_MS = 150;
/** An urgent release that something on the screen keeps waiting tries again after so long, in milliseconds. */
const TRY_AGAIN_MS = 5000;
/** In this tab's storage: number of the release that it has moved to. */
const MOVED_TO = 'portal-moved-to-release';

/** A page that stays open while newer releases become live: it keeps its own until it moves, and moves once for each. */
export interface OpenTab {
  /** From now on it looks for newer releases; `navigation` gives where the router is on its way to. */
  start(navigation: () => { readonly hash: string } | undefined): void;
  /** Whether this navigation goes on as a load of the whole page, which brings the newer release; then it is under way already. */
  leavesFor(url: URL, signal: AbortSignal): Promise<boolean>;
}

/** Writes down that this tab moves. Without a storage nobody could tell a first time from a second: then it does not. */
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

  /** Moves, if there is where to, and nothing on the screen would be lost by it. */
  function move(go: () => void): boolean {
    if (!newer || !environment.isFree()) return false;
    const first = remember(newer.number);
    newer = undefined;
    if (first) go();
    return first;
  }

  /** An urgent release waits only until the screen is free, and nobody is on the way to another page. */
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
      // Nobody leaves a page that works for a server that does not answer.
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
      // The first page, back and forward, and a change of the query stay what they are: there the address is right already.
      if (!underWay || url.pathname === window.location.pathname) return false;
      if (asking || performance.now() - askedAt >= ASK_AGAIN_MS) {
        await Promise.race([ask(), new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
      }
      const hash = underWay()?.hash ?? '';
      return !signal.aborted && move(() => environment.go(url.href + hash));
    },
  };
}

import type { LiveView } from '@portal/contract/live-view';
import type { PageData } from '@portal/contract/page';
import type { OpenTabEnvironment } from './open-tab-environment.ts';
import { openTabEnvironment } from './open-tab-environment.ts';

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

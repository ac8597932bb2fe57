import type { LiveView } from '@portal/contract/live-view';
import type { PageData } from '@portal/contract/page';
import type { OpenTabEnvironment } from './open-tab-environment.ts';
import { openTabEnvironment } from './open-tab-environment.ts';

/** How often a page that stays on the screen asks for a newer release, in milliseconds. */
const POLL_MS = 5 * 60_000;
/** A navigation asks when nobody has asked for so long, and waits for the answer no longer than it would for code. */
const ASK_AGAIN_MS = 30_000;
const PATIENCE_MS = 150;
/** In this tab's storage: number of the release that it has moved to. */
const MOVED_TO = 'portal-moved-to-release';

/** A page that stays open while newer releases become live: it keeps its own until it moves, and moves once for each. */
export interface OpenTab {
  /** From now on it looks for newer releases; `hashOf` gives the fragment of a navigation under way. */
  start(hashOf: () => string): void;
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
  let fragment: (() => string) | undefined;

  /** Moves, if there is where to, and nothing on the screen would be lost by it. */
  function move(go: () => void): boolean {
    if (!newer || !environment.isFree() || !remember(newer.number)) return false;
    go();
    return true;
  }

  async function askNow(): Promise<void> {
    try {
      const live = await environment.ask();
      newer = live.number > page.number && live.view !== page.view ? live : undefined;
    } catch {
      // Nobody leaves a page that works for a server that does not answer.
      newer = undefined;
    }
    if (newer && newer.urgent > page.number && !environment.isTyping()) move(environment.reload);
  }

  function ask(): Promise<void> {
    askedAt = performance.now();
    asking ??= askNow().finally(() => {
      asking = undefined;
    });
    return asking;
  }

  return {
    start(hashOf) {
      fragment = hashOf;
      const askWhenSeen = () => {
        if (document.visibilityState === 'visible') void ask();
      };
      document.addEventListener('visibilitychange', askWhenSeen);
      setInterval(askWhenSeen, POLL_MS);
    },
    async leavesFor(url, signal) {
      // The first page, back and forward, and a change of the query stay what they are: there the address is right already.
      if (!fragment || url.pathname === window.location.pathname) return false;
      if (asking || performance.now() - askedAt >= ASK_AGAIN_MS) {
        await Promise.race([ask(), new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
      }
      const hash = fragment();
      return !signal.aborted && move(() => environment.go(url.href + hash));
    },
  };
}

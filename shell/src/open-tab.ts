import type { LiveView } from '@portal/contract/live-view';
import { parseLiveView } from '@portal/contract/live-view';
import { LIVE_VIEW_PATH } from '@portal/contract/page-elements';
import type { PageData } from '@portal/contract/page';
import { WAIT_LIMIT_MS } from '@portal/contract/time-limit';
import { hasUnsavedInput, raisedNotices } from '@portal/ui';
import { savesData } from './connection.ts';
import { askLiveView, avoidAssetOrigin, reloadOnce } from './cdn-fallback.ts';

/** What an open tab needs of browser and server; replaced in tests. */
export interface OpenTabEnvironment {
  /** The view that this visitor would get now. @throws when the server does not answer. */
  ask(): Promise<LiveView>;
  /**
   * Whether the page can be reloaded: there is a network, and nothing on the screen would be lost. A reload would lose
   * unsaved input, a notice (it may be the only answer to an action), and the result of a running action (a busy button
   * or switch). Running loads (a skeleton, a document, texts, a followed link) do not count, because they may hang
   * without limit.
   */
  isFree(): boolean;
  /** Whether the user is in a field, even if its form has nothing unsaved yet. */
  isTyping(): boolean;
  /** Makes the next page do without the CDN. False if that would change nothing. */
  avoidAssetOrigin(): boolean;
  /** Loads the page again because of its files, unless that was just tried. */
  reloadOnce(): void;
  go(address: string): void;
  reload(): void;
}

export const openTabEnvironment: OpenTabEnvironment = {
  async ask() {
    // The browser revalidates with the ETag of its last answer, so that an unchanged answer is small.
    const answer = await askLiveView(WAIT_LIMIT_MS);
    if (!answer.ok) throw new Error(`${LIVE_VIEW_PATH} answered ${answer.status}`);
    return parseLiveView(await answer.json());
  },
  isFree: () =>
    navigator.onLine &&
    !hasUnsavedInput() &&
    raisedNotices().length === 0 &&
    document.querySelector('button[aria-busy="true"], input[aria-busy="true"]') === null,
  isTyping: () => document.activeElement?.matches('input, textarea, select') === true,
  avoidAssetOrigin,
  reloadOnce,
  go: (address) => window.location.assign(address),
  reload: () => window.location.reload(),
};

/**
 * Interval at which a visible page asks for a newer release, in milliseconds: with the two seconds in which a web
 * server notices one, ten at most. Each page has its own, by chance: those that began in the same second soon ask at
 * different times.
 */
const POLL_MS = { least: 6000, byChance: 2000 };
/** The same while data are saved or there is no network. */
const RARE_POLL_MS = 5 * 60_000;
/** A navigation asks for a newer release if the last request is at least this old, in milliseconds. */
const ASK_AGAIN_MS = 10_000;
/** How long a navigation waits for the answer, in milliseconds. */
const ANSWER_LIMIT_MS = 300;
/** Interval at which the tab checks whether it can move to an urgent release, in milliseconds. */
const TRY_AGAIN_MS = 5000;
/** Key in the tab's storage: number of the release that the tab has moved to. */
const MOVED_TO = 'portal-moved-to-release';

/** Moves an open tab to newer releases, by a full page load, at most once per release. */
interface OpenTab {
  /** Starts to look for newer releases; `navigation` returns the target of the router's running navigation. */
  start(navigation: () => { readonly hash: string } | undefined): void;
  /**
   * A navigation is likely: asks for a newer release, unless it has just been asked. Resolves to whether the navigation
   * would become a full page load.
   */
  expectNavigation(): Promise<boolean>;
  /**
   * Whether this navigation becomes a full page load, which gets the newer release. The load has then begun. Asks for a
   * newer release, unless it has just been asked; an answer that takes too long comes with the next navigation.
   */
  leavesFor(url: URL, signal: AbortSignal): Promise<boolean>;
  /**
   * Makes a navigation a full page load, because this page cannot show its target. Does nothing for the first page at
   * its own address, which would come again and again.
   */
  leave(url: URL): void;
  /**
   * A part has failed. Loads the newer release, if there is one: perhaps the tab slept until files of its own were
   * removed. If a file did not come from the CDN (`lacksFile`), loads the page again without that; also if the browser
   * keeps a failure (`isKept`).
   */
  replaceBroken(lacksFile: boolean, isKept?: boolean): Promise<void>;
}

/**
 * Records that the tab moves. False if this was recorded before or cannot be recorded: the tab could then reload
 * forever.
 */
function remember(number: number): boolean {
  try {
    if (Number(sessionStorage.getItem(MOVED_TO)) >= number) return false;
    sessionStorage.setItem(MOVED_TO, String(number));
    return true;
  } catch {
    return false;
  }
}

/** Asks the server for a newer release; who asks while it is asked shares the answer. */
function createReleaseWatch(
  page: PageData['release'],
  environment: OpenTabEnvironment,
  onEnd: (newer: LiveView | undefined) => void,
) {
  let asking: Promise<boolean> | undefined;
  let requestedAt = 0; // by the page's own request

  async function askNow(): Promise<boolean> {
    // While the server does not answer, the tab keeps its working page.
    const live = await environment.ask().catch(() => undefined);
    onEnd(live && live.number > page.number && live.view !== page.view ? live : undefined);
    return live !== undefined;
  }

  /** Resolves to whether the server has answered. */
  function ask(): Promise<boolean> {
    requestedAt = performance.now();
    asking ??= askNow().finally(() => {
      asking = undefined;
    });
    return asking;
  }

  return { ask, askIfOlder: (ms: number) => (performance.now() - requestedAt >= ms ? ask() : asking) };
}

export function createOpenTab(
  page: PageData['release'],
  environment: OpenTabEnvironment = openTabEnvironment,
): OpenTab {
  let newer: LiveView | undefined;
  let runningNavigation: Parameters<OpenTab['start']>[0] | undefined;
  let waiting: ReturnType<typeof setTimeout> | undefined;

  /** Moves to the newer release, if there is one and nothing on the screen would be lost. */
  function move(go: () => void): boolean {
    if (!newer || !environment.isFree()) return false;
    const first = remember(newer.number);
    newer = undefined;
    if (first) go();
    return first;
  }

  /** Moves to an urgent release as soon as the page can be reloaded and no navigation is running. */
  function moveAtOnce(): void {
    clearTimeout(waiting);
    if (!newer || newer.urgent <= page.number) return;
    if (runningNavigation?.() || environment.isTyping() || !environment.isFree())
      waiting = setTimeout(moveAtOnce, TRY_AGAIN_MS);
    else move(environment.reload);
  }

  const { ask, askIfOlder } = createReleaseWatch(page, environment, (live) => {
    newer = live;
    moveAtOnce();
  });

  async function expectNavigation(): Promise<boolean> {
    await askIfOlder(ASK_AGAIN_MS);
    return newer !== undefined && environment.isFree();
  }

  return {
    start(navigation) {
      runningNavigation = navigation;
      const askWhenSeen = (age: number) => {
        if (document.visibilityState === 'visible') void askIfOlder(age);
      };
      document.addEventListener('visibilitychange', () => askWhenSeen(0));
      const poll = () => askWhenSeen(savesData() || !navigator.onLine ? RARE_POLL_MS : 0);
      setInterval(poll, POLL_MS.least + Math.random() * POLL_MS.byChance);
    },
    expectNavigation,
    async leavesFor(url, signal) {
      // For the first page, back and forward, and a change of the query, the address is already the target's: these
      // never reload.
      if (!runningNavigation || url.pathname === window.location.pathname) return false;
      await Promise.race([expectNavigation(), new Promise((end) => setTimeout(end, ANSWER_LIMIT_MS))]);
      const hash = runningNavigation()?.hash ?? '';
      return !signal.aborted && move(() => environment.go(url.href + hash));
    },
    leave(url) {
      const isThere = url.pathname === window.location.pathname;
      if (!runningNavigation && isThere) return;
      // After back and forward, the address is already the target's.
      if (isThere) environment.reload();
      else environment.go(url.href + (url.hash === '' ? (runningNavigation?.()?.hash ?? '') : ''));
    },
    async replaceBroken(lacksFile, isKept = false) {
      const isAnswered = await ask();
      const avoids = isAnswered && lacksFile && environment.avoidAssetOrigin();
      if (runningNavigation?.()) return;
      if (!move(environment.reload) && (avoids || isKept) && environment.isFree()) environment.reloadOnce();
    },
  };
}

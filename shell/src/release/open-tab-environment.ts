import type { LiveView } from '@portal/contract/live-view';
import { LIVE_VIEW_PATH, parseLiveView } from '@portal/contract/live-view';
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

import type { SearchResult } from '../calls/search.ts';

type Left = SearchResult['left'];

/** From so many on, the wait is announced. */
const FEW = 5;

/** What the latest answer said, and when. In memory, because it is soon over. */
let latest: (Left & { readonly at: number }) | undefined;

export function noteLookupsLeft(left: Left): void {
  latest = { ...left, at: Date.now() };
}

/** How many look-ups are left, if they are few, and in how many seconds there is one more. */
export function readLookupsLeft(): Left | undefined {
  if (!latest || latest.count > FEW) return undefined;
  const seconds = latest.seconds - Math.floor((Date.now() - latest.at) / 1000);
  return seconds > 0 ? { count: latest.count, seconds } : undefined;
}

import type { HistoryEntry } from '@portal/release/operations/read-history';
import type { PartStatus } from '@portal/release/operations/read-status';
import type { PartChange } from '@portal/release/release-diff';
import { formatDateTime } from '../pages/format.ts';

export interface PartHistory {
  readonly part: PartStatus;
  readonly history: readonly HistoryEntry[];
}

type IntactEntry = Extract<HistoryEntry, { readonly state: 'intact' }>;

/** The latest release with such a change of the part. */
function latestWith(
  { history, part: { name } }: PartHistory,
  isMeant: (change: PartChange, entry: IntactEntry) => boolean,
): IntactEntry | undefined {
  return history
    .filter((entry) => entry.state === 'intact')
    .find((entry) => entry.changes.some((change) => change.name === name && isMeant(change, entry)));
}

/** The latest release that replaced a live version; undefined if the version was never live, or still is. */
export function replacedBy(partHistory: PartHistory, version: string): IntactEntry | undefined {
  return latestWith(partHistory, ({ kind, from }) => kind === 'live' && from === version);
}

/** A list shows this much of a reason; the history has all of it. */
const SHOWN_REASON = 60;

const shorten = (text: string): string => (text.length > SHOWN_REASON ? `${text.slice(0, SHOWN_REASON)}…` : text);

/** What speaks against a version: it was rolled back, or its canary was ended. Undefined if nothing does. */
export function objectionTo(partHistory: PartHistory, version: string): string | undefined {
  const left = latestWith(
    partHistory,
    ({ kind, from, to }, { action }) =>
      from === version && to !== version && ((kind === 'live' && action === 'rollback') || kind === 'canary'),
  );
  if (!left) return undefined;
  const wasLive = left.changes.some(({ kind, from }) => kind === 'live' && from === version);
  const what = wasLive ? 'rolled back' : 'canary ended';
  return `${what} on ${formatDateTime(left.at)} by ${left.by} (${shorten(left.reason)})`;
}

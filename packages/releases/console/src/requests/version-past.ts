import type { HistoryEntry } from '@portal/release/operations/read-history';
import type { PartStatus, VersionStatus } from '@portal/release/operations/read-status';
import { formatDateTime } from '../pages/format.ts';

export interface PartHistory {
  readonly part: PartStatus;
  readonly history: readonly HistoryEntry[];
}

/** A list shows this much of a reason; the history has all of it. */
const SHOWN_REASON = 60;

const shorten = (text: string): string => (text.length > SHOWN_REASON ? `${text.slice(0, SHOWN_REASON)}…` : text);

/** What speaks against a version: what is known of it, else that somebody ended its canary. Undefined if nothing does. */
export function objectionTo(
  { history, part: { name } }: PartHistory,
  { version, assessment: { standing, why } }: Pick<VersionStatus, 'version' | 'assessment'>,
): string | undefined {
  if (standing === 'failed' || standing === 'rolled-back') return shorten(why);
  if (standing !== 'unproven') return undefined;
  const ended = history
    .filter((entry) => entry.state === 'intact')
    .find(({ changes }) =>
      changes.some(
        (change) =>
          change.name === name && change.kind === 'canary' && change.from === version && change.to !== version,
      ),
    );
  return ended && `canary ended on ${formatDateTime(ended.at)} by ${ended.by} (${shorten(ended.reason)})`;
}

import { CallError, send } from '@portal/api';
import { JournalResponseSchema } from '@portal/staff-api/wire';
import type { JOURNAL_ACTIONS, JournalEntrySchema } from '@portal/staff-api/wire';
import type * as v from 'valibot';
import { getQuery } from './query.ts';

type JournalAction = (typeof JOURNAL_ACTIONS)[number];
export type JournalEntry = v.InferOutput<typeof JournalEntrySchema>;

/** Which entries; a field that is missing does not restrict them. */
export interface JournalFilter {
  readonly action?: JournalAction | undefined;
  /** Id of the account that did it. */
  readonly by?: string | undefined;
  /** Id of the account on which it was done. */
  readonly on?: string | undefined;
  /** Days as "2026-11-26", both inclusive. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Where a page begins: after or before a place that an earlier page has named. At most one of them. */
export interface JournalPlace {
  readonly after?: string | undefined;
  readonly before?: string | undefined;
}

export interface JournalPage {
  /** The newest first. */
  readonly entries: readonly JournalEntry[];
  /** `before` of the page with newer entries; null if there are none. */
  readonly previous: string | null;
  /** `after` of the page with older entries; null if there are none. */
  readonly next: string | null;
}

async function getPage(filter: JournalFilter, place: JournalPlace): Promise<JournalPage> {
  const query = getQuery({ ...filter, ...place });
  const path = query.size === 0 ? 'staff/journal' : `staff/journal?${query}`;
  return (await send({ method: 'GET', path, operation: 'GET staff/journal' }, JournalResponseSchema)).data;
}

/** A page of the journal; the first one if the API does not know the place. @throws {CallError} */
export async function getJournal(filter: JournalFilter, place: JournalPlace): Promise<JournalPage> {
  const isPlaced = place.after !== undefined || place.before !== undefined;
  try {
    return await getPage(filter, place);
  } catch (error) {
    // The place comes from the address, which somebody may have changed or kept for long.
    if (!isPlaced || !(error instanceof CallError) || error.kind !== 'refused') throw error;
    return await getPage(filter, {});
  }
}

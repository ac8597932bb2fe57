import { SearchResponseSchema } from '@portal/staff-api/search';
import * as v from 'valibot';

/* What one page hands to the next beside the address, so that nothing of it stands in the address. */

const DELETED = { staff: 'deleted a person' } as const;

/** The state with which `/staff/people` opens after a deletion. */
export const AFTER_DELETION: unknown = DELETED;

/** Whether a page opens after a deletion. */
export function isAfterDeletion(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'staff' in state && state.staff === DELETED.staff;
}

/** The hub whose status another page wants to see. Handed over beside the address, which shall not contain it. */
const StateHubSchema = v.object({
  hub: v.object({
    kind: v.picklist(['hub', 'smartphoneHub']),
    serial: v.string(),
    partNumber: v.string(),
  }),
});
export type StateHub = v.InferOutput<typeof StateHubSchema>['hub'];

/** The hub in the state of a location; undefined if there is none. */
export function hubInState(state: unknown): StateHub | undefined {
  const read = v.safeParse(StateHubSchema, state);
  return read.success ? read.output.hub : undefined;
}

/** What was searched for, and who was found: Back shows it again without another look-up. */
const FoundSchema = v.object({
  found: v.object({ text: v.string(), result: SearchResponseSchema.entries.data }),
  /** The e-mail address of whoever searched: the tab's history outlives a log-out. */
  by: v.string(),
});
export type Found = v.InferOutput<typeof FoundSchema>['found'];

/** What this member of staff has found, by the state of a location; undefined if that is nothing. */
export function foundInState(state: unknown, email: string): Found | undefined {
  const read = v.safeParse(FoundSchema, state);
  return read.success && read.output.by === email ? read.output.found : undefined;
}

/** The serial of the hub by which a person was found; undefined if it was by something else. */
export function serialInState(state: unknown): string | undefined {
  const read = v.safeParse(v.object({ serial: v.string() }), state);
  return read.success ? read.output.serial : undefined;
}

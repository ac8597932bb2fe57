/* What one page hands to the next beside the address, so that nothing of it stands in the address. */

const DELETED = { staff: 'deleted a person' } as const;

/** The state with which `/staff/people` opens after a deletion. */
export const AFTER_DELETION: unknown = DELETED;

/** Whether a page opens after a deletion. */
export function tellsOfDeletion(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'staff' in state && state.staff === DELETED.staff;
}

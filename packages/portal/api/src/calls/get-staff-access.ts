import { CallError } from '@portal/session';
import { send } from '../transport.ts';
import { StaffAccessResponseSchema } from '../wire.ts';
import type { STAFF_ACCESS_ACTIONS } from '../wire.ts';

/** What customer service may do with an account. */
export type StaffAction = (typeof STAFF_ACCESS_ACTIONS)[number];

/** Something that customer service did with the account. */
export interface StaffAccess {
  readonly at: Date;
  /** A `StaffAction`, or a later one. */
  readonly action: string;
  /** The role, the hub or what else was concerned. */
  readonly what: string | null;
}

const NOT_FOUND = 404;

/**
 * What customer service did with the user's account, the oldest first; undefined from an API without customer service.
 * @throws {CallError}
 */
export async function getStaffAccess(): Promise<readonly StaffAccess[] | undefined> {
  try {
    return (await send({ method: 'GET', path: 'account/staff-access' }, StaffAccessResponseSchema)).data;
  } catch (error) {
    if (error instanceof CallError && error.status === NOT_FOUND) return undefined;
    throw error;
  }
}

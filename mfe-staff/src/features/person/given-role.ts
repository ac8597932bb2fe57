import { GIVEN_ROLES } from '@portal/staff-api/wire';
import type { GivenRole } from '../../calls/people.ts';

/** The role that staff may give with this name; undefined for others. */
export function givenRole(name: string): GivenRole | undefined {
  return GIVEN_ROLES.find((role) => role === name);
}

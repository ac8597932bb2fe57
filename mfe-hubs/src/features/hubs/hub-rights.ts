import type { Hub, HubId } from '@portal/api';

/** What a user can do with a hub: an owner shares and releases it, a guest asks for its release. */
export interface HubRights {
  readonly role: 'owner' | 'guest';
  readonly id: HubId;
}

/** Undefined if the role or the part number cannot be read. */
export function findRights({ serial, partNumber, role }: Hub): HubRights | undefined {
  return partNumber === undefined || role === 'unknown' ? undefined : { role, id: { serial, partNumber } };
}

import { can } from '@portal/staff-api/permissions';
import type { Permission } from '@portal/staff-api/permissions';
import type { IconName } from '@portal/ui';

interface KnownArea {
  readonly name: string;
  readonly path: string;
  /** Who may do it sees the area. */
  readonly permission: Permission;
  readonly icon: IconName;
}

/** The areas of the staff's pages, in their order. */
const AREAS = [
  { name: 'people', path: '/staff/people', permission: 'find a person', icon: 'user' },
  { name: 'hubStatus', path: '/staff/hubs', permission: 'query a hub', icon: 'hub' },
  { name: 'firmware', path: '/staff/firmware', permission: 'list firmware', icon: 'download' },
  { name: 'logs', path: '/staff/logs', permission: 'list logs', icon: 'filter' },
  { name: 'countries', path: '/staff/countries', permission: 'read countries', icon: 'book' },
  { name: 'oems', path: '/staff/oems', permission: 'read OEMs', icon: 'otherDevice' },
  { name: 'statistics', path: '/staff/statistics', permission: 'read statistics', icon: 'ascending' },
  { name: 'accessToken', path: '/staff/access-token', permission: 'read the own access token', icon: 'owner' },
  { name: 'journal', path: '/staff/journal', permission: 'read the journal', icon: 'forum' },
] as const satisfies readonly KnownArea[];

type Area = (typeof AREAS)[number];

/** The areas that an account with these roles sees. */
export function areasFor(roles: readonly string[]): readonly Area[] {
  return AREAS.filter(({ permission }) => can(permission, roles));
}

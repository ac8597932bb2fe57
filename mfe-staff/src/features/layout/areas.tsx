import { can } from '@portal/staff-api/permissions';
import type { Permission } from '@portal/staff-api/permissions';
import { Icon } from '@portal/ui';
import type { ReactNode } from 'react';

interface KnownArea {
  readonly name: string;
  readonly path: string;
  /** Who may do it sees the area. */
  readonly permission: Permission;
  readonly icon: ReactNode;
}

/** An icon that only staff see, on the grid of those of the ui, which all customers load. */
const draw = (path: string) => (
  <svg className="icon icon--s" viewBox="0 0 24 24" aria-hidden="true">
    <path d={path} />
  </svg>
);

const CHIP = 'M7 7h10v10H7zM10 7V3.75M14 7V3.75M10 20.25V17M14 20.25V17M7 10H3.75M7 14H3.75M20.25 10H17M20.25 14H17';
const LINES = 'M6 3.75h8.5L18.5 8v12.25H6zM14 3.75V8.5h4.5M9 12.25h6.5M9 16h6.5';
const GLOBE = 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM3.25 12h17.5M12 3c-5 5.5-5 12.5 0 18M12 3c5 5.5 5 12.5 0 18';
const FACTORY = 'M4 20V9.5l5 3.5V9.5l5 3.5V4h4l2 16zM8 16.5h2M13 16.5h2';
const BARS = 'M3.75 20h16.5M7 16.5v-4M12 16.5V5M17 16.5V9';
const PAST = 'M4.25 12a7.75 7.75 0 1 0 2.5-5.7L4.25 8.75M4.25 4.5v4.25H8.5M12 8v4.25l3 1.75';

/** The areas of the staff's pages, in groups, in their order. */
const GROUPS = [
  {
    name: 'people',
    areas: [{ name: 'people', path: '/staff/people', permission: 'find a person', icon: <Icon name="user" small /> }],
  },
  {
    name: 'devices',
    areas: [
      { name: 'hubStatus', path: '/staff/hubs', permission: 'query a hub', icon: <Icon name="hub" small /> },
      { name: 'firmware', path: '/staff/firmware', permission: 'list firmware', icon: draw(CHIP) },
      { name: 'logs', path: '/staff/logs', permission: 'list logs', icon: draw(LINES) },
    ],
  },
  {
    name: 'administration',
    areas: [
      { name: 'countries', path: '/staff/countries', permission: 'read countries', icon: draw(GLOBE) },
      { name: 'oems', path: '/staff/oems', permission: 'read OEMs', icon: draw(FACTORY) },
      { name: 'statistics', path: '/staff/statistics', permission: 'read statistics', icon: draw(BARS) },
      {
        name: 'accessToken',
        path: '/staff/access-token',
        permission: 'read the own access token',
        icon: <Icon name="owner" small />,
      },
      { name: 'journal', path: '/staff/journal', permission: 'read the journal', icon: draw(PAST) },
    ],
  },
] as const satisfies readonly { readonly name: string; readonly areas: readonly KnownArea[] }[];

/** The areas that an account with these roles sees, in their groups; a group without any is left out. */
export function areaGroups(roles: readonly string[]) {
  return GROUPS.map(({ name, areas }) => ({
    name,
    areas: areas.filter(({ permission }) => can(permission, roles)),
  })).filter(({ areas }) => areas.length > 0);
}

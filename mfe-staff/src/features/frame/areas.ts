import { mayDo } from '@portal/staff-api/acts';
import type { Act } from '@portal/staff-api/acts';
import type { IconName } from '@portal/ui';

interface KnownArea {
  readonly name: string;
  readonly path: string;
  /** Who may do it sees the area. */
  readonly act: Act;
  readonly icon: IconName;
}

/** The areas of the staff's pages, in their order. */
const AREAS = [
  { name: 'people', path: '/staff/people', act: 'find a person', icon: 'user' },
  { name: 'hubStatus', path: '/staff/hubs', act: 'query a hub', icon: 'hub' },
  { name: 'firmware', path: '/staff/firmware', act: 'list firmware', icon: 'download' },
  { name: 'logs', path: '/staff/logs', act: 'list logs', icon: 'filter' },
  { name: 'countries', path: '/staff/countries', act: 'read countries', icon: 'book' },
  { name: 'oems', path: '/staff/oems', act: 'read OEMs', icon: 'otherDevice' },
  { name: 'statistics', path: '/staff/statistics', act: 'read statistics', icon: 'ascending' },
  { name: 'accessToken', path: '/staff/access-token', act: 'read the own access token', icon: 'owner' },
  { name: 'journal', path: '/staff/journal', act: 'read the journal', icon: 'forum' },
] as const satisfies readonly KnownArea[];

type Area = (typeof AREAS)[number];

/** The areas that an account with these roles sees. */
export function areasFor(roles: readonly string[]): readonly Area[] {
  return AREAS.filter(({ act }) => mayDo(act, roles));
}

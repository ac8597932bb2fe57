import { getAccountId } from './backend.ts';

/** The roles of staff (docs/staff-api.md). */
export const STAFF_ROLES = ['support', 'firmware', 'content', 'admin'] as const;
export type StaffRole = (typeof STAFF_ROLES)[number];

/** A path of customer service, which exists for some roles alone. */
export interface StaffRoute {
  /** An address of it. */
  readonly path: string;
  /** As it is declared, if the address fills in a parameter. */
  readonly declared?: string;
  readonly title: string;
  /** Those that open it; whoever has none of them is led to `/forbidden`. */
  readonly roles: readonly StaffRole[];
}

const route = (path: string, title: string, roles: readonly StaffRole[], declared?: string): StaffRoute => ({
  path,
  title,
  roles,
  ...(declared !== undefined && { declared }),
});

/** The first page of each role's, where `/staff` leads. */
export const STAFF_HOMES: Readonly<Record<StaffRole, string>> = {
  support: '/staff/people',
  firmware: '/staff/hubs',
  content: '/staff/countries',
  admin: '/staff/people',
};

/** Every other route of `mfe-staff`, written down by hand. */
export const STAFF_ROUTES: readonly StaffRoute[] = [
  route('/staff/people', 'Find a person', ['support', 'admin']),
  route(
    `/staff/people/${getAccountId('owner@example.com')}`,
    'Account of a person',
    ['support', 'admin'],
    '/staff/people/:id',
  ),
  route('/staff/hubs', 'Hub status', ['support', 'firmware', 'admin']),
  route('/staff/firmware', 'Firmware', ['firmware', 'admin']),
  route('/staff/logs', 'Logs', ['support', 'firmware', 'admin']),
  route('/staff/countries', 'Countries', ['content', 'admin']),
  route('/staff/countries/de', 'Country', ['content', 'admin'], '/staff/countries/:code'),
  route('/staff/oems', 'OEMs', ['content', 'admin']),
  route('/staff/statistics', 'Statistics', STAFF_ROLES),
  route('/staff/access-token', 'Access token', STAFF_ROLES),
  route('/staff/journal', 'Journal', ['admin']),
];

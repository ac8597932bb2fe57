import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { STAFF_HOMES, STAFF_ROLES, STAFF_ROUTES } from './staff-routes.ts';
import type { StaffRole, StaffRoute } from './staff-routes.ts';

const ROOT = join(import.meta.dirname, '../../..');

/** Not signed in, a user, a user with the role developer or a role of staff. */
export type VisitorKind = 'visitor' | 'user' | 'developer' | StaffRole;

/** A path of the portal, and where it leads each kind of visitor. */
export interface RouteRow {
  /** With the query that it needs. */
  readonly path: string;
  /** As it is declared, if the path fills in a parameter. */
  readonly declared?: string;
  /** `redirect`: declared, so that the server answers it. */
  readonly access: 'open' | 'signed in' | 'developers' | 'signed in, not developers' | 'staff' | 'redirect';
  /** The document's title where it opens, in English, without the portal's name. */
  readonly title?: string;
  /** Path and query; "opens" where it is the path itself. Staff are led as users, except to their own pages. */
  readonly leads: Readonly<Record<'visitor' | 'user' | 'developer', string>> &
    Readonly<Partial<Record<StaffRole, string>>>;
}

/** Who may open a row: undefined for a visitor, else a demo person's address; null if it opens for nobody. */
export function findOpener({ leads }: RouteRow): string | undefined | null {
  if (leads.visitor === 'opens') return undefined;
  if (leads.user === 'opens') return 'owner@example.com';
  if (leads.developer === 'opens') return 'developer@example.com';
  return leads.admin === 'opens' ? 'admin@example.com' : null;
}

/** Path without its query. */
export const toPathname = (path: string): string => path.split('?')[0] ?? '';

/** Where a row leads a kind of visitor. */
export function getLead({ leads }: RouteRow, kind: VisitorKind): string {
  return leads[kind] ?? leads.user;
}

const OPENS = { visitor: 'opens', user: 'opens', developer: 'opens' } as const;

const open = (path: string, title: string): RouteRow => ({ path, access: 'open', title, leads: OPENS });
const leadsTo = (path: string, target: string): RouteRow => ({
  path,
  access: 'redirect',
  leads: { visitor: target, user: target, developer: target },
});
const signInFor = (path: string) => `/login?redirect=${encodeURIComponent(path)}`;
const signedIn = (path: string, title: string): RouteRow => ({
  path,
  access: 'signed in',
  title,
  leads: { ...OPENS, visitor: signInFor(path) },
});
const forStaff = ({ roles, ...route }: StaffRoute): RouteRow => ({
  ...route,
  access: 'staff',
  leads: {
    visitor: signInFor(route.path),
    user: '/forbidden',
    developer: '/forbidden',
    ...Object.fromEntries(STAFF_ROLES.map((role) => [role, roles.includes(role) ? 'opens' : '/forbidden'])),
  },
});
const SIGN_IN_THEN_HOME = { user: '/settings', developer: '/settings', ...STAFF_HOMES };

/** Legal documents, open to everybody. */
const DOCUMENTS: readonly RouteRow[] = [
  open('/terms', 'Terms of use'),
  open('/terms?version=v1', 'Terms of use'),
  open('/terms/versions', 'Versions of the terms of use'),
  leadsTo('/terms/v1', '/terms'),
  leadsTo('/terms/v2', '/terms'),
  leadsTo('/terms/v3', '/terms'),
  open('/privacy-policy', 'Privacy policy'),
  open('/privacy-policy/regions', 'Privacy policies for the United States and Canada'),
  leadsTo('/privacy-policy/v1', '/privacy-policy'),
  leadsTo('/privacy-policy/v2', '/privacy-policy'),
  leadsTo('/privacy-policy/v3', '/privacy-policy'),
  leadsTo('/privacy-policy/v4', '/privacy-policy'),
  leadsTo('/privacy-policy/v5', '/privacy-policy'),
  leadsTo('/privacy-policy/v6', '/privacy-policy'),
  open('/faq', 'Frequently asked questions'),
  open('/service-description', 'Service description'),
  open('/service-description/v1', 'Service description'),
  open('/corporate-information', 'Corporate information'),
  open('/tos', 'Developer terms'),
  open('/developer-terms/v1', 'Developer terms'),
  open('/developer-terms/v2', 'Developer terms'),
  open('/accessibility', 'Accessibility'),
];

const OTHER_SCREENS: readonly RouteRow[] = [
  { path: '/', access: 'open', leads: { visitor: '/login', ...SIGN_IN_THEN_HOME } },
  { path: '/login', access: 'open', title: 'Sign in', leads: { visitor: 'opens', ...SIGN_IN_THEN_HOME } },
  { path: '/loggedin', access: 'open', leads: { visitor: signInFor('/settings'), ...SIGN_IN_THEN_HOME } },
  open('/welcome', 'Welcome to the eBike Portal|Good to see you again'),
  open('/info', 'No info found'),
  open('/info?successful_deletion', 'Your account is deleted'),
  open('/info?failed_deletion', 'Not everything is deleted yet'),
  // The page redirects, not the server.
  { ...leadsTo('/user-info', '/404.html'), access: 'open' },
  open('/user-info?show=account-confirmation', 'Your account is confirmed'),
  open('/user-info?show=account-already-confirmed', 'Your account was confirmed already'),
  open('/user-info?show=account-confirmation-error', 'Your account could not be confirmed'),
  open('/user-info?show=hub-release', 'Your hub was released successfully'),
  open('/user-info?show=hub-already-released', 'This hub was released already'),
  open('/build-information', 'Build information'),
  open('/forbidden', 'No access'),
  open('/404.html', 'Page not found'),

  signedIn('/settings', 'Manage hubs'),
  open('/hub-release', 'Hub released'),
  open('/check-device', 'Carry on in the app'),

  signedIn('/account', 'Your account'),
  signedIn('/account/delete', 'Delete your account?'),
  open('/migration-info', 'Moving to the eBike ID'),

  {
    path: '/developer',
    access: 'developers',
    title: 'Developer',
    leads: { visitor: signInFor('/developer'), user: '/developer/signup', developer: 'opens' },
  },
  {
    path: '/developer/signup',
    access: 'signed in, not developers',
    title: 'Become a developer',
    leads: { visitor: signInFor('/developer/signup'), user: 'opens', developer: '/developer' },
  },
];

interface Declaration {
  readonly routes: readonly {
    readonly path: string;
    readonly title: string;
    readonly access: 'open' | 'signedIn' | { readonly anyRole?: readonly StaffRole[] };
  }[];
  readonly redirects?: readonly { readonly from: string }[];
  readonly texts: Readonly<Record<string, { readonly en: string }>>;
}

/** The repository's own declarations, which their builds have validated. */
const DECLARATIONS = globSync(['shell/shell.json', 'mfe-*/remote.json'], { cwd: ROOT }).map(
  (file) => JSON.parse(readFileSync(join(ROOT, file), 'utf8')) as Declaration,
);

/** The rows of a remote that the table does not know: a new one needs none. */
function deriveRows({ routes, texts }: Declaration): readonly RouteRow[] {
  const isKnown = (path: string) =>
    [...OTHER_SCREENS, ...DOCUMENTS, ...STAFF_ROUTES].some((row) => toPathname(row.path) === path);
  if (routes.some(({ path }) => isKnown(path))) return [];
  return routes.map(({ path, title, access }) => {
    const name = texts[title]?.en ?? '';
    if (access === 'open') return open(path, name);
    return access === 'signedIn' ? signedIn(path, name) : forStaff({ path, title: name, roles: access.anyRole ?? [] });
  });
}
const NEW = DECLARATIONS.flatMap(deriveRows);

/** All routes but legal documents and those of staff. */
export const SCREENS: readonly RouteRow[] = [...OTHER_SCREENS, ...NEW.filter(({ access }) => access !== 'staff')];

/** The routes of customer service. */
export const STAFF: readonly RouteRow[] = [
  ...STAFF_ROUTES.map(forStaff),
  {
    path: '/staff',
    access: 'staff',
    leads: { visitor: signInFor('/staff'), user: '/forbidden', developer: '/forbidden', ...STAFF_HOMES },
  },
  ...NEW.filter(({ access }) => access === 'staff'),
];

/** Every route of the portal (specification, section 2; ADR 14), written down by hand but for those of new remotes. */
export const ROUTES: readonly RouteRow[] = [...SCREENS, ...DOCUMENTS, ...STAFF];

/** A path that no part declares. */
export const NOWHERE: RouteRow = open('/no/such/page', 'Page not found');

/** Every path that a part of this repository declares, redirects among them. */
export const declaredPaths = (): ReadonlySet<string> =>
  new Set(
    DECLARATIONS.flatMap(({ routes, redirects = [] }) => [
      ...routes.map(({ path }) => path),
      ...redirects.map(({ from }) => from),
    ]),
  );

import type { Access, RouteDeclaration } from '@portal/contract/declaration';
import { declarationFor, isFor, rolesToEnter } from '@portal/contract/declaration';
import type { Release, ReleasedPart } from '../../format/release.ts';
import { getPart } from '../../format/release.ts';
import { SAMPLE_FEATURES } from '@portal/contract/sample-features';
import type { PlannedRelease, Store } from '../../store/store.ts';

/** The sample people whose account has the role that they are called after. */
const PEOPLE_WITH_ROLES = ['developer', 'support', 'firmware', 'content', 'admin'] as const;
/** Who opens a screen: a visitor who is not signed in, or one of the sample people. */
export const PEOPLE = ['signed out', 'owner', 'guest', ...PEOPLE_WITH_ROLES] as const;
export type Person = (typeof PEOPLE)[number];

/** A screen to open, as the live release of a store has it. */
export interface Screen {
  readonly release: number;
  readonly path: string;
  readonly person: Person;
  /**
   * The paths on which it may end, each with the declared titles of its document in all languages, without the portal's
   * name.
   */
  readonly ends: Readonly<Record<string, readonly string[]>>;
  /** The path of the script of its part that runs first: "mfe-hubs/entry.0123456789abcdef.js". */
  readonly entry: string;
}

/** Opens pages of a store in a browser. */
export interface ScreenViewer {
  /** @returns what is wrong with the screen, a sentence each; none if it works. */
  open(screen: Screen): Promise<readonly string[]>;
}

function entering(access: Access, signedIn: readonly Person[]): readonly Person[] {
  if (access === 'open') return ['signed out', ...signedIn];
  const roles = rolesToEnter(access);
  return roles.length === 0 ? signedIn : PEOPLE_WITH_ROLES.filter((person) => roles.includes(person));
}

/**
 * The people who may enter a route of a part, among those there are; where everybody may, those without roles, if the
 * part is for them.
 */
export function peopleFor(
  { manifest: { declaration } }: ReleasedPart,
  { access }: Pick<RouteDeclaration, 'access'>,
): readonly Person[] {
  const signedIn = isFor(declaration, []) ? (['owner', 'guest'] as const) : PEOPLE_WITH_ROLES;
  return entering(access, signedIn).filter((person) => isFor(declaration, [person]));
}

/** The routes of a part in the sample configuration. */
export function listRoutes({ manifest }: ReleasedPart): readonly RouteDeclaration[] {
  return declarationFor(manifest.declaration, SAMPLE_FEATURES).routes;
}

/** Whether the declared path is an address that can be opened. */
export const isAddress = ({ path }: RouteDeclaration): boolean => !path.includes(':');

/** The paths of a part's routes, each with its titles. */
function getEnds(
  { manifest: { declaration } }: ReleasedPart,
  routes: readonly RouteDeclaration[],
): readonly (readonly [path: string, titles: readonly string[]])[] {
  return routes.map(({ path, title }) => [path, Object.values(declaration.texts[title] ?? {})]);
}

/**
 * The screen of a part's route in the release of this number. Open pages of the shell may lead to any other page among
 * `around`, because the shell sends people on ("/login" to "/settings"); pages of a remote to those below their path
 * ("/staff" to the first area that the roles open).
 */
export function describeScreen(
  part: ReleasedPart,
  route: RouteDeclaration,
  person: Person,
  release: number,
  around: readonly ReleasedPart[] = [],
): Screen {
  const { name, entry } = part.manifest;
  const mayLead = name === 'shell' && route.access === 'open' ? around : [];
  const ownRoutes = listRoutes(part).filter(({ path }) => path === route.path || path.startsWith(`${route.path}/`));
  const ends = [...mayLead.flatMap((other) => getEnds(other, listRoutes(other))), ...getEnds(part, ownRoutes)];
  return { release, path: route.path, person, ends: Object.fromEntries(ends), entry: `${name}/${entry}` };
}

/** A release of these versions alone, without fallbacks, which would hide what fails. */
export function releaseToOpen(shell: ReleasedPart, remotes: readonly ReleasedPart[], number: number): PlannedRelease {
  const alone = remotes.map((remote): [string, Release['remotes'][string]] => [
    remote.manifest.name,
    { ...getPart(remote), fallback: null },
  ]);
  return {
    schema: 1,
    number,
    createdAt: new Date().toISOString(),
    createdBy: 'npm run release',
    reason: 'To open its pages',
    action: 'promote',
    urgent: false,
    shell: getPart(shell),
    remotes: Object.fromEntries(alone),
    canaries: {},
  };
}

/** Copies what web servers need of a version. */
export async function copyFiles(from: Store, to: Store, { manifest: { name, files } }: ReleasedPart): Promise<void> {
  for (const [file, record] of Object.entries(files))
    await to.createFile(name, file, await from.readFile(name, file, record));
}

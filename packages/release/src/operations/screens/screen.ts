import type { Access, RouteDeclaration } from '@portal/contract/declaration';
import { declarationFor } from '@portal/contract/declaration';
import type { Release, ReleasedPart } from '@portal/contract/release';
import { partOf } from '@portal/contract/release';
import type { PlannedRelease, Store } from '../../store/store.ts';

/** Who opens a screen: a visitor who is not signed in, or one of the sample people. */
export const PEOPLE = ['signed out', 'owner', 'guest', 'developer'] as const;
export type Person = (typeof PEOPLE)[number];

/** A screen to open, as the live release of a store has it. */
export interface Screen {
  readonly release: number;
  readonly path: string;
  readonly person: Person;
  /** The paths on which it may end, each with the declared titles of its document in all languages, without the portal's name. */
  readonly ends: Readonly<Record<string, readonly string[]>>;
  /** The path of the script of its part that runs first: "mfe-hubs/entry.0123456789abcdef.js". */
  readonly entry: string;
}

/** Opens pages of a store in a browser. */
export interface ScreenViewer {
  /** @returns what is wrong with the screen, a sentence each; none if it works. */
  open(screen: Screen): Promise<readonly string[]>;
}

/** The people who may enter a route, among those there are. */
export function peopleFor(access: Access): readonly Person[] {
  if (access === 'open') return ['signed out', 'owner', 'guest'];
  if (typeof access === 'string' || 'signedInWithout' in access) return ['owner', 'guest'];
  return PEOPLE.filter((person) => person === access.role);
}

/** The routes of a part where single sign-on is on, as in the sample configuration. */
export function routesOf({ manifest }: ReleasedPart): readonly RouteDeclaration[] {
  return declarationFor(manifest.declaration, { singleSignOn: true }).routes;
}

/** Whether the declared path is an address that can be opened. */
export const isAddress = ({ path }: RouteDeclaration): boolean => !path.includes(':');

/** The paths of a part's routes, each with its titles. */
function endsOf(
  { manifest: { declaration } }: ReleasedPart,
  routes: readonly RouteDeclaration[],
): readonly (readonly [path: string, titles: readonly string[]])[] {
  return routes.map(({ path, title }) => [path, Object.values(declaration.texts[title] ?? {})]);
}

/**
 * The screen of a part's route in the release of this number. Open pages of the shell may lead to any other page among `around`, because the
 * shell sends people on ("/login" to "/settings"); pages of a remote stay.
 */
export function screenOf(
  part: ReleasedPart,
  route: RouteDeclaration,
  person: Person,
  release: number,
  around: readonly ReleasedPart[] = [],
): Screen {
  const { name, entry } = part.manifest;
  const mayLead = name === 'shell' && route.access === 'open' ? around : [];
  const ends = [...mayLead.flatMap((other) => endsOf(other, routesOf(other))), ...endsOf(part, [route])];
  return { release, path: route.path, person, ends: Object.fromEntries(ends), entry: `${name}/${entry}` };
}

/** A release of these versions alone, without fallbacks, which would hide what fails. */
export function releaseToOpen(shell: ReleasedPart, remotes: readonly ReleasedPart[], number: number): PlannedRelease {
  const alone = remotes.map((remote): [string, Release['remotes'][string]] => [
    remote.manifest.name,
    { ...partOf(remote), fallback: null },
  ]);
  return {
    schema: 1,
    number,
    createdAt: new Date().toISOString(),
    createdBy: 'npm run release',
    reason: 'To open its pages',
    action: 'promote',
    urgent: false,
    shell: partOf(shell),
    remotes: Object.fromEntries(alone),
    canaries: {},
  };
}

/** Copies what web servers need of a version. */
export async function copyFiles(from: Store, to: Store, { manifest: { name, files } }: ReleasedPart): Promise<void> {
  for (const [file, record] of Object.entries(files))
    await to.createFile(name, file, await from.readFile(name, file, record));
}

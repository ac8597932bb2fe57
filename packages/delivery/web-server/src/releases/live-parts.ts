import type { ArtifactManifest } from '@portal/contract/artifact';
import type { RouteDeclaration } from '@portal/contract/declaration';
import { claims, declarationFor, isFor } from '@portal/contract/declaration';
import type { Features } from '@portal/contract/config';
import type { Language } from '@portal/contract/language';
import { matchesPath } from '@portal/contract/paths';
import type { ReleaseView } from '@portal/release/format/release';
import { liveParts } from '@portal/release/format/release';

/** Path of the route for unknown paths. */
export const NOT_FOUND_PATH = '/404.html';

/** A route and the part that it belongs to. */
export interface OwnedRoute {
  readonly manifest: ArtifactManifest;
  readonly route: RouteDeclaration;
}

/** The roles that nobody has to have: what is for these is for everybody. */
const NO_ROLES: readonly string[] = [];

/** The remotes that exist for accounts with these roles; by default those for everybody. */
export function remotesFor({ remotes }: ReleaseView, roles = NO_ROLES): ReleaseView['remotes'] {
  return Object.fromEntries(Object.entries(remotes).filter(([, { manifest }]) => isFor(manifest.declaration, roles)));
}

/** The versions that a visitor with these roles gets: the shell first, then every remote. Pages are for visitors whose roles nobody knows yet. */
export function liveManifests(view: ReleaseView, roles = NO_ROLES): readonly ArtifactManifest[] {
  return liveParts({ ...view, remotes: remotesFor(view, roles) }).map(({ manifest }) => manifest);
}

/** Whether a path belongs to a part that exists for some accounts alone. */
export function isRestricted({ remotes }: ReleaseView, pathname: string, features: Features): boolean {
  return Object.values(remotes).some(
    ({ manifest: { declaration } }) =>
      !isFor(declaration, NO_ROLES) && claims(declarationFor(declaration, features), pathname),
  );
}

/** When the newest of the versions that a visitor gets was built; ISO 8601, UTC. */
export function newestBuild(view: ReleaseView): string | undefined {
  return liveParts(view)
    .map(({ builtAt }) => builtAt)
    .toSorted()
    .at(-1);
}

/** Finds the route of a path, in the same order as the page's inline script: the shell's routes first, then the remotes'. */
export function findRoute(release: ReleaseView, pathname: string, features: Features): OwnedRoute | undefined {
  for (const manifest of liveManifests(release)) {
    const { routes } = declarationFor(manifest.declaration, features);
    const route = routes.find(({ path }) => matchesPath(path, pathname));
    if (route) return { manifest, route };
  }
  return undefined;
}

/** The target of a declared redirect. */
export function findRedirect(release: ReleaseView, pathname: string, features: Features): string | undefined {
  return liveManifests(release)
    .flatMap(({ declaration }) => declarationFor(declaration, features).redirects ?? [])
    .find(({ from }) => matchesPath(from, pathname))?.to;
}

export function declaredText({ declaration }: ArtifactManifest, key: string, language: Language): string {
  return declaration.texts[key]?.[language] ?? '';
}

/** Scripts that every page of a part needs besides the entry. */
export function initialScripts({ pages }: ArtifactManifest): readonly string[] {
  const [first = [], ...others] = Object.values(pages);
  return first.filter((file) => others.every((page) => page.includes(file)));
}

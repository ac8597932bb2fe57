import type { ArtifactManifest } from '@portal/contract/artifact';
import type { Declaration } from '@portal/contract/declaration';
import { bytesOf, checkDeclarationLimits } from '@portal/contract/declaration-limits';
import { InvalidInputError } from '@portal/contract/parse';
import { fallbacksOf } from '@portal/contract/fallbacks';
import type { Release } from '@portal/contract/release';
import { toFallback } from '@portal/contract/release';
import { viewsOf } from '@portal/contract/release-view';
import { checkPageBudget } from '@portal/release/limits';
import type { Lead } from '@portal/release/redirect-loops';
import { findRedirectLoops } from '@portal/release/redirect-loops';
import type { ServerLog } from '@portal/node-kit/server-log';

const nameOf = ({ name, version }: ArtifactManifest): string => `${name} ${version}`;

/** Why the declaration of a version would make every page too large; undefined if it would not. */
function whyTooLarge(manifest: ArtifactManifest): string | undefined {
  try {
    checkDeclarationLimits(`the declaration of ${nameOf(manifest)} is too large`, manifest.declaration);
    return undefined;
  } catch (error) {
    if (error instanceof InvalidInputError) return error.message;
    throw error;
  }
}

function withoutLarge(release: Release, note: (problem: string) => void): Release {
  const isUsable = ({ manifest }: { readonly manifest: ArtifactManifest }, consequence: string): boolean => {
    const reason = whyTooLarge(manifest);
    if (reason !== undefined) note(`${reason}: ${consequence}`);
    return reason === undefined;
  };
  const tooLarge = whyTooLarge(release.shell.manifest);
  if (tooLarge !== undefined) throw new Error(tooLarge);
  const remotes: Release['remotes'] = {};
  for (const [name, remote] of Object.entries(release.remotes)) {
    if (!isUsable(remote, 'served without this remote')) continue;
    const fallbacks = fallbacksOf(remote);
    const usable = fallbacks.filter((fallback) => isUsable(fallback, 'served without this fallback'));
    remotes[name] = usable.length === fallbacks.length ? remote : { ...remote, fallback: toFallback(usable) };
  }
  const isLeftOut = (name: string) => Object.hasOwn(release.remotes, name) && !Object.hasOwn(remotes, name);
  const canaries = Object.entries(release.canaries).filter(
    ([name, canary]) => !isLeftOut(name) && isUsable(canary, 'served without this canary'),
  );
  return { ...release, remotes, canaries: Object.fromEntries(canaries) };
}

/** Every view's manifests, and its canaries; the view without canaries first. */
function views(release: Release) {
  return viewsOf(release).map(({ shell, remotes, canaryParts }) => ({
    canaryParts,
    manifests: [shell, ...Object.values(remotes)].map(({ manifest }) => manifest),
  }));
}

/** Leaves out the largest declarations of a view whose declarations are too large together: of its canaries, else of its remotes. */
function withinBudget(release: Release, note: (problem: string) => void): Release {
  for (const { canaryParts, manifests } of views(release)) {
    const [refusal] = checkPageBudget(manifests);
    if (!refusal) continue;
    const isCanary = canaryParts.length > 0;
    const [largest] = manifests
      .filter(({ name }) => (isCanary ? canaryParts.includes(name) : name !== 'shell'))
      .toSorted((a, b) => bytesOf([b.declaration]) - bytesOf([a.declaration]));
    // A shell alone has room in every page.
    if (!largest) throw new Error(refusal.problem);
    note(`${refusal.problem} Served without ${isCanary ? 'the canary' : 'the remote'} ${nameOf(largest)}`);
    const { [largest.name]: _remote, ...remotes } = release.remotes;
    const { [largest.name]: _canary, ...canaries } = release.canaries;
    return withinBudget({ ...release, remotes: isCanary ? release.remotes : remotes, canaries }, note);
  }
  return release;
}

/** A declaration that no longer leads away from these paths: without the redirect, or the route that sends visitors elsewhere. */
function without(declaration: Declaration, paths: ReadonlySet<string>): Declaration {
  const { routes, redirects } = declaration;
  return {
    ...declaration,
    routes: routes.filter(({ path, access }) => typeof access === 'string' || !paths.has(path)),
    ...(redirects && { redirects: redirects.filter(({ from }) => !paths.has(from)) }),
  };
}

/** @throws {Error} if the shell alone leads in a circle. */
function withoutLoops(release: Release, note: (problem: string) => void): Release {
  const [loop] = views(release).flatMap(({ manifests }) => findRedirectLoops(manifests));
  if (!loop) return release;
  const words = loop.map(({ by, from, to }) => `${nameOf(by)} leads from "${from}" to "${to}"`).join(', ');
  const problem = `visitors would go in a circle: ${words}`;
  const leads = loop.filter(({ by }) => by.name !== 'shell');
  if (leads.length === 0) throw new Error(problem);
  note(
    `${problem}: served without what leads away from ${[...new Set(leads.map(({ from }) => `"${from}"`))].join(', ')}`,
  );
  return withoutLoops(withoutLeads(release, leads), note);
}

function withoutLeads(release: Release, leads: readonly Lead[]): Release {
  const cut = <Part extends { readonly manifest: ArtifactManifest }>(part: Part): Part => {
    const { manifest } = part;
    const paths = new Set(leads.filter(({ by }) => by === manifest).map(({ from }) => from));
    if (paths.size === 0) return part;
    return { ...part, manifest: { ...manifest, declaration: without(manifest.declaration, paths) } };
  };
  const cutAll = <Part extends { readonly manifest: ArtifactManifest }>(parts: Readonly<Record<string, Part>>) =>
    Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, cut(part)]));
  return { ...release, remotes: cutAll(release.remotes), canaries: cutAll(release.canaries) };
}

/**
 * A release without what today's release policy refuses and an older one may have let through: a rollback can bring it back. Other parts
 * stay as they are. @throws {Error} if the shell is the cause; the last good release then stays live.
 */
export function withoutHarm(release: Release, log: ServerLog): Release {
  const note = (problem: string): void =>
    log.problem(`harm ${String(release.number)}`, `Release ${String(release.number)}: ${problem}.`);
  return withoutLoops(withinBudget(withoutLarge(release, note), note), note);
}

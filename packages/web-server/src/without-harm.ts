import type { ArtifactManifest } from '@portal/contract/artifact';
import type { Declaration } from '@portal/contract/declaration';
import { checkDeclarationLimits } from '@portal/contract/declaration-limits';
import { InvalidInputError } from '@portal/contract/parse';
import type { Release } from '@portal/contract/release';
import type { Lead } from '@portal/release/redirect-loops';
import { findRedirectLoops } from '@portal/release/redirect-loops';
import type { Log } from './log.ts';

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
  const remotes = Object.entries(release.remotes).filter(([, part]) => isUsable(part, 'served without this remote'));
  const canaries = Object.entries(release.canaries).filter(
    ([name, part]) =>
      (name === 'shell' || remotes.some(([remote]) => remote === name)) && isUsable(part, 'served without this canary'),
  );
  return { ...release, remotes: Object.fromEntries(remotes), canaries: Object.fromEntries(canaries) };
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

/** Every view's manifests: the live versions, and all canaries instead of them. */
function views({ shell, remotes, canaries }: Release): readonly (readonly ArtifactManifest[])[] {
  const live = { shell, ...remotes };
  return [live, { ...live, ...canaries }].map((parts) => Object.values(parts).map(({ manifest }) => manifest));
}

/** @throws {Error} if the shell alone leads in a circle. */
function withoutLoops(release: Release, note: (problem: string) => void): Release {
  const [loop] = views(release).flatMap(findRedirectLoops);
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
export function withoutHarm(release: Release, log: Log): Release {
  const note = (problem: string): void => log.once(`Release ${String(release.number)}: ${problem}.`);
  return withoutLoops(withoutLarge(release, note), note);
}

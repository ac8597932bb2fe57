import type { ArtifactManifest } from '@portal/contract/artifact';
import { fallbacksOf } from '@portal/contract/fallbacks';
import { LANGUAGES } from '@portal/contract/language';
import { assetUrl } from '@portal/contract/page';
import type { Release } from '@portal/contract/release';
import { toFallback } from '@portal/contract/release';
import type { ReleaseView } from '@portal/contract/release-view';
import { isBuiltSince } from './built-since.ts';
import { fallbackManifests, initialScripts, liveManifests, remotesFor } from './live-parts.ts';
import type { OwnedRoute } from './live-parts.ts';

/** The contract of the first shells that fetch what they need of further parts, and of the first builds whose scripts the page can check one by one. */
const SINCE = '1.6.0';

type Remote = Release['remotes'][string];

/** Names of the remotes that a page carries, or all of them. */
export type Carried = readonly string[] | 'all';

/** What the shell's page carries: these parts. Older shells need all of them. */
export function carriedBy({ shell }: ReleaseView, parts: readonly string[]): Carried {
  return isBuiltSince(shell.manifest, SINCE) ? parts : 'all';
}

/** Whether a version asks the page to check its further scripts; the import map has to list those of an older one. */
function asksPage(manifest: ArtifactManifest): boolean {
  return isBuiltSince(manifest, SINCE);
}

/** Whether a remote runs only in a page that begins with it, because the import map has to list scripts of it. */
export function runsAlone({ manifest }: Remote): boolean {
  return !asksPage(manifest);
}

/** A remote as a page can run it that did not begin with it: without older versions that may take over. */
export function runElsewhere(remote: Remote): Remote {
  const usable = fallbacksOf(remote).filter(({ manifest }) => asksPage(manifest));
  return usable.length === fallbacksOf(remote).length ? remote : { ...remote, fallback: toFallback(usable) };
}

export function carriedRemotes(view: ReleaseView, carried: Carried): Release['remotes'] {
  const remotes = remotesFor(view);
  if (carried === 'all') return remotes;
  return Object.fromEntries(Object.entries(remotes).filter(([name]) => carried.includes(name)));
}

type ScriptHash = readonly [url: string, integrity: string];

function hashes({ name, files }: ArtifactManifest, assetOrigin: string): readonly ScriptHash[] {
  return Object.entries(files)
    .filter(([file]) => file.endsWith('.js'))
    .map(([file, { integrity }]) => [assetUrl(name, file, assetOrigin), integrity]);
}

/** The hash of every script of a part, by file: of its version, and of those that may take over. */
export function scriptsOf(versions: readonly ArtifactManifest[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    versions.flatMap(({ files }) =>
      Object.entries(files).flatMap(([file, { integrity }]) => (file.endsWith('.js') ? [[file, integrity]] : [])),
    ),
  );
}

/** What a part's first screen may load: of a page of its own, in any language. */
function isFirst(manifest: ArtifactManifest, owned: OwnedRoute | undefined): (script: ScriptHash) => boolean {
  const page = owned?.manifest === manifest ? (manifest.pages[owned.route.page] ?? []) : [];
  const texts = LANGUAGES.flatMap((language) => manifest.locales?.[language] ?? []);
  const files = new Set([manifest.entry, ...initialScripts(manifest), ...page, ...texts]);
  return ([url]) => files.has(url.slice(url.lastIndexOf('/') + 1));
}

/**
 * The import map's integrity: the hashes of scripts, by URL. Unlike the attributes of links and scripts, it also covers nested chunks. It
 * lists what the first screen loads, and every script of a version that does not ask the page; the page itself checks the others, whose
 * hashes it fetches (see part-listing.ts).
 */
export function scriptIntegrity(
  view: ReleaseView,
  owned: OwnedRoute | undefined,
  carried: Carried,
  assetOrigin: string,
): Readonly<Record<string, string>> {
  const remotes = carriedRemotes(view, carried);
  const live = liveManifests({ ...view, remotes });
  if (carried === 'all') {
    const all = [...live, ...fallbackManifests({ remotes })];
    return Object.fromEntries(all.flatMap((manifest) => hashes(manifest, assetOrigin)));
  }
  const older = fallbackManifests({ remotes }).filter((manifest) => !asksPage(manifest));
  return Object.fromEntries([
    ...live.flatMap((manifest) => {
      const all = hashes(manifest, assetOrigin);
      return asksPage(manifest) ? all.filter(isFirst(manifest, owned)) : all;
    }),
    ...older.flatMap((manifest) => hashes(manifest, assetOrigin)),
  ]);
}

import type { ArtifactManifest } from '@portal/contract/artifact';
import { LANGUAGES } from '@portal/contract/language';
import { assetUrl } from '@portal/contract/page';
import type { Release } from '@portal/release/format/release';
import type { ReleaseView } from '@portal/release/format/release-view';
import { initialScripts, liveManifests, remotesFor } from '../releases/live-parts.ts';
import type { OwnedRoute } from '../releases/live-parts.ts';

/** The remotes of a page that begins with these parts. */
export function carriedRemotes(view: ReleaseView, parts: readonly string[]): Release['remotes'] {
  return Object.fromEntries(Object.entries(remotesFor(view)).filter(([name]) => parts.includes(name)));
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
function firstFiles(manifest: ArtifactManifest, owned: OwnedRoute | undefined): ReadonlySet<string> {
  const page = owned?.manifest === manifest ? (manifest.pages[owned.route.page] ?? []) : [];
  const texts = LANGUAGES.flatMap((language) => manifest.locales[language]);
  return new Set([manifest.entry, ...initialScripts(manifest), ...page, ...texts]);
}

/**
 * The import map's integrity: the hashes of scripts, by URL. Unlike the attributes of links and scripts, it also covers nested chunks. It
 * lists what the first screen loads; the page itself checks the others, whose hashes it fetches (see part-listing.ts).
 */
export function scriptIntegrity(
  view: ReleaseView,
  owned: OwnedRoute | undefined,
  parts: readonly string[],
  assetOrigin: string,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    liveManifests({ ...view, remotes: carriedRemotes(view, parts) }).flatMap((manifest) => {
      const first = firstFiles(manifest, owned);
      return Object.entries(scriptsOf([manifest]))
        .filter(([file]) => first.has(file))
        .map(([file, integrity]) => [assetUrl(manifest.name, file, assetOrigin), integrity]);
    }),
  );
}

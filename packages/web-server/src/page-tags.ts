import type { ArtifactManifest } from '@portal/contract/artifact';
import type { VisitorRelease } from '@portal/contract/cohort';
import type { Language } from '@portal/contract/language';
import { assetUrl } from '@portal/contract/page';
import { escapeHtml } from '@portal/node-kit/html';
import type { OwnedRoute } from './live-parts.ts';
import { fallbackManifests, initialScripts, liveManifests } from './live-parts.ts';
import { integrityOfFile } from './page-data.ts';

/**
 * The import map's integrity: every script of every live part, and of what it falls back to, by its URL. The browser holds each module to it, nested chunks
 * too, which no link or script element can do.
 */
export function scriptIntegrity(release: VisitorRelease): Readonly<Record<string, string>> {
  return Object.fromEntries(
    [...liveManifests(release), ...fallbackManifests(release)].flatMap(({ name, files }) =>
      Object.entries(files)
        .filter(([file]) => file.endsWith('.js'))
        .map(([file, { integrity }]) => [assetUrl(name, file), integrity]),
    ),
  );
}

function checkedFile(manifest: ArtifactManifest, attribute: 'src' | 'href', file: string): string {
  const url = escapeHtml(assetUrl(manifest.name, file));
  return `crossorigin integrity="${integrityOfFile(manifest, file)}" ${attribute}="${url}"`;
}

/** The shell's entry. */
export function entryTag(shell: ArtifactManifest): string {
  return `<script type="module" ${checkedFile(shell, 'src', shell.entry)}></script>`;
}

/** Parts whose files the first screen needs: the shell, and the route's own. */
function partsOnScreen(shell: ArtifactManifest, owned: OwnedRoute | undefined): readonly ArtifactManifest[] {
  return owned && owned.manifest.name !== shell.name ? [shell, owned.manifest] : [shell];
}

/** Style sheets of the first screen, the shell's first. */
export function styleTags(shell: ArtifactManifest, owned: OwnedRoute | undefined): readonly string[] {
  return partsOnScreen(shell, owned).flatMap((part) =>
    part.styles.map((file) => `<link rel="stylesheet" ${checkedFile(part, 'href', file)}>`),
  );
}

/** Links that fetch, beside the shell's entry, every script that the first screen needs: in the order in which it is needed. */
export function preloadTags(
  shell: ArtifactManifest,
  owned: OwnedRoute | undefined,
  language: Language,
): readonly string[] {
  return partsOnScreen(shell, owned).flatMap((part) => {
    const entry = part.name === shell.name ? [] : [part.entry];
    const page = owned?.manifest === part ? (part.pages[owned.route.page] ?? []) : [];
    const files = new Set([...entry, ...initialScripts(part), ...page, ...(part.locales?.[language] ?? [])]);
    return [...files].map((file) => `<link rel="modulepreload" ${checkedFile(part, 'href', file)}>`);
  });
}

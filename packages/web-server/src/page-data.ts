import type { PortalConfig } from '@portal/contract/config';
import type { ArtifactManifest } from '@portal/contract/artifact';
import type { Features } from '@portal/contract/declaration';
import { declarationFor } from '@portal/contract/declaration';
import type { Language } from '@portal/contract/language';
import type { LoadableVersion, PageData, PageRemote } from '@portal/contract/page';
import type { Release, ReleasedPart } from '@portal/contract/release';
import type { VisitorView } from './visitor-view.ts';

/** The hash of a file that the manifest lists. @throws for any other file. */
export function integrityOfFile({ name, files }: ArtifactManifest, file: string): string {
  const record = files[file];
  if (record) return record.integrity;
  throw new Error(`The manifest of ${name} does not list "${file}"`);
}

function stylesOf(manifest: ArtifactManifest): LoadableVersion['styles'] {
  return manifest.styles.map((file) => ({ file, integrity: integrityOfFile(manifest, file) }));
}

function toLoadable({ version, builtAt, manifest }: ReleasedPart): LoadableVersion {
  return { version, builtAt, entry: manifest.entry, styles: stylesOf(manifest) };
}

function toPageFallback(part: ReleasedPart): LoadableVersion & { readonly contract: string } {
  return { ...toLoadable(part), contract: part.manifest.declaration.contract };
}

function toPageRemote({ fallback, ...part }: Release['remotes'][string], features: Features): PageRemote {
  return {
    ...toLoadable(part),
    declaration: declarationFor(part.manifest.declaration, features),
    fallback: fallback && {
      ...toPageFallback(fallback),
      ...(fallback.fallback && { fallback: toPageFallback(fallback.fallback) }),
    },
  };
}

/** The data of a release that the browser needs, without the person and the reason. */
function toPageRelease(
  { digest, release: { number, shell, remotes } }: VisitorView,
  features: Features,
): PageData['release'] {
  return {
    number,
    view: digest,
    shell: {
      version: shell.version,
      builtAt: shell.builtAt,
      styles: stylesOf(shell.manifest),
      declaration: declarationFor(shell.manifest.declaration, features),
    },
    remotes: Object.fromEntries(
      Object.entries(remotes).map(([name, remote]) => [name, toPageRemote(remote, features)]),
    ),
  };
}

/** The document that the page carries for the shell. */
export function toPageData(view: VisitorView, config: PortalConfig, language: Language): PageData {
  return { release: toPageRelease(view, config.features), config, language };
}

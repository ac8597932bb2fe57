import type { PortalConfig } from '@portal/contract/config';
import type { ArtifactManifest } from '@portal/contract/artifact';
import type { Language } from '@portal/contract/language';
import type { PageData, PageRemote } from '@portal/contract/page';
import type { Release, ReleasedPart } from '@portal/contract/release';

/** The hash of a file that the manifest lists. @throws for any other file. */
export function integrityOfFile({ name, files }: ArtifactManifest, file: string): string {
  const record = files[file];
  if (record) return record.integrity;
  throw new Error(`The manifest of ${name} does not list "${file}"`);
}

function toPageRemote({ version, manifest }: ReleasedPart): PageRemote {
  const { builtAt, entry, styles, declaration } = manifest;
  return {
    version,
    builtAt,
    entry,
    styles: styles.map((file) => ({ file, integrity: integrityOfFile(manifest, file) })),
    declaration,
  };
}

/** What the browser needs of a release; who made it and why stays here. */
function toPageRelease({ number, shell, remotes }: Release): PageData['release'] {
  return {
    number,
    shell: { version: shell.version, builtAt: shell.manifest.builtAt, declaration: shell.manifest.declaration },
    remotes: Object.fromEntries(Object.entries(remotes).map(([name, remote]) => [name, toPageRemote(remote)])),
  };
}

/** The document that the page carries for the shell. */
export function toPageData(release: Release, config: PortalConfig, language: Language): PageData {
  return { release: toPageRelease(release), config, language };
}

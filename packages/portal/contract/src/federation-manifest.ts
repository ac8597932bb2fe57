/**
 * The file of an artifact in the form that other tools of Module Federation read (`mf-manifest.json`): its name before
 * the hash.
 */
export const FEDERATION_MANIFEST = 'mf-manifest';

/** The file with the federation manifest in an artifact; undefined for the shell, which has none. */
export function findFederationManifest(files: readonly string[]): string | undefined {
  return files.find((file) => file.startsWith(`${FEDERATION_MANIFEST}.`));
}

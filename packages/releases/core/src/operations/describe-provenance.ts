import type { Provenance } from '@portal/contract/provenance';

/** How many characters of a commit's hash are shown. */
const SHOWN = 12;

/** The sources of a version in few words: "commit 0123456789ab". */
export function describeSource(provenance: Provenance | null): string {
  if (!provenance) return 'not known';
  if (!provenance.source) return 'outside git';
  const { commit, clean } = provenance.source;
  return `commit ${commit.slice(0, SHOWN)}${clean ? '' : ', with uncommitted changes'}`;
}

/** What is known about the origin of a version: [name, text]. */
export function describeProvenance({
  source,
  lockFile,
  node,
  tools,
  runTime,
}: Provenance): readonly [string, string][] {
  return [
    ['Repository', source?.repository ?? 'not known'],
    ['Commit', source?.commit ?? 'none: built outside git'],
    ['Uncommitted changes', source ? (source.clean ? 'none' : 'yes') : 'not known'],
    ['Lock file', lockFile ?? 'none'],
    ['Node', node],
    ...Object.entries(tools),
    ['Run time of Module Federation', runTime === 'own' ? "the portal's own" : "the plugin's original one"],
  ];
}

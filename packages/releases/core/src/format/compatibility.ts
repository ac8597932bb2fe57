import type { ArtifactManifest } from '@portal/contract/artifact';
import { strangeFields } from '@portal/contract/fields';
import { satisfiesCaret } from '@portal/contract/version';

/**
 * A requirement of a remote that a shell does not meet; `offered` is undefined if the shell offers no version at all.
 */
export type Incompatibility =
  | { readonly of: 'shared'; readonly module: string; readonly wanted: string; readonly offered: string | undefined }
  | { readonly of: 'names'; readonly module: string; readonly missing: readonly string[] }
  /** The remote was built with another signature of these names than those that the shell's serve. */
  | { readonly of: 'signatures'; readonly module: string; readonly changed: readonly string[] }
  /** Fields of the remote's declaration that the shell does not know, and those that it needs and does not find. */
  | { readonly of: 'declaration'; readonly unknown: readonly string[]; readonly lacking: readonly string[] };

function compareDeclaration(shell: ArtifactManifest, remote: ArtifactManifest): readonly Incompatibility[] {
  const { unknown, lacking } = strangeFields(remote.declaration, shell.shared.reads.declaration);
  return unknown.length + lacking.length === 0 ? [] : [{ of: 'declaration', unknown, lacking }];
}

function compareVersions(shell: ArtifactManifest, remote: ArtifactManifest): readonly Incompatibility[] {
  return Object.entries(remote.shared.requires).flatMap(([module, wanted]): readonly Incompatibility[] => {
    const offered = shell.shared.provides[module];
    return offered !== undefined && satisfiesCaret(offered, wanted) ? [] : [{ of: 'shared', module, wanted, offered }];
  });
}

/** The names that a shell exports of a module; undefined if its build could not know what it provides. */
function findExports({ shared }: ArtifactManifest, module: string): readonly string[] | undefined {
  return shared.exports[module] ?? (shared.provides[module] === undefined ? [] : undefined);
}

function compareNames(shell: ArtifactManifest, remote: ArtifactManifest): readonly Incompatibility[] {
  return Object.entries(remote.shared.imports).flatMap(([module, imported]): readonly Incompatibility[] => {
    const exported = findExports(shell, module);
    const missing = exported ? imported.filter((name) => !exported.includes(name)) : [];
    return missing.length === 0 ? [] : [{ of: 'names', module, missing }];
  });
}

/** Names that the shell does not export at all are reported as such. */
function compareSignatures(shell: ArtifactManifest, remote: ArtifactManifest): readonly Incompatibility[] {
  return Object.entries(remote.shared.signatures).flatMap(([module, imported]): readonly Incompatibility[] => {
    const serves = shell.shared.signatures[module] ?? {};
    const changed = Object.keys(imported).filter(
      (name) => serves[name] && !imported[name]?.some((signature) => serves[name]?.includes(signature)),
    );
    return changed.length === 0 ? [] : [{ of: 'signatures', module, changed }];
  });
}

/** Why a remote cannot run in a shell; empty if it can. */
export function findIncompatibilities(shell: ArtifactManifest, remote: ArtifactManifest): readonly Incompatibility[] {
  const checks = [compareVersions, compareNames, compareSignatures, compareDeclaration];
  return checks.flatMap((check) => check(shell, remote));
}

/** Whether a remote can run in a shell. */
export function isCompatible(shell: ArtifactManifest, remote: ArtifactManifest): boolean {
  return findIncompatibilities(shell, remote).length === 0;
}

import type { ArtifactManifest } from '@portal/contract/artifact';
import { strangeFields } from '@portal/contract/fields';
import { satisfiesCaret } from '@portal/contract/version';

/** A requirement of a remote that a shell does not meet; `offered` is undefined if the shell offers no version at all. */
export type Misfit =
  | { readonly of: 'shared'; readonly module: string; readonly wanted: string; readonly offered: string | undefined }
  | { readonly of: 'names'; readonly module: string; readonly missing: readonly string[] }
  /** The remote was built with another form of these names than those that the shell's serve. */
  | { readonly of: 'forms'; readonly module: string; readonly changed: readonly string[] }
  /** Fields of the remote's declaration that the shell does not know, and those that it needs and does not find. */
  | { readonly of: 'declaration'; readonly unknown: readonly string[]; readonly lacking: readonly string[] };

function declarationMisfit(shell: ArtifactManifest, remote: ArtifactManifest): readonly Misfit[] {
  const { unknown, lacking } = strangeFields(remote.declaration, shell.shared.reads.declaration);
  return unknown.length + lacking.length === 0 ? [] : [{ of: 'declaration', unknown, lacking }];
}

function sharedMisfits(shell: ArtifactManifest, remote: ArtifactManifest): readonly Misfit[] {
  return Object.entries(remote.shared.requires).flatMap(([module, wanted]): readonly Misfit[] => {
    const offered = shell.shared.provides[module];
    return offered !== undefined && satisfiesCaret(offered, wanted) ? [] : [{ of: 'shared', module, wanted, offered }];
  });
}

/** The names that a shell gives of a module; undefined if its build could not know what it provides. */
function givenNames({ shared }: ArtifactManifest, module: string): readonly string[] | undefined {
  return shared.gives[module] ?? (shared.provides[module] === undefined ? [] : undefined);
}

function nameMisfits(shell: ArtifactManifest, remote: ArtifactManifest): readonly Misfit[] {
  return Object.entries(remote.shared.takes).flatMap(([module, taken]): readonly Misfit[] => {
    const given = givenNames(shell, module);
    const missing = given ? taken.filter((name) => !given.includes(name)) : [];
    return missing.length === 0 ? [] : [{ of: 'names', module, missing }];
  });
}

/** Names that the shell does not give at all are reported as such. */
function formMisfits(shell: ArtifactManifest, remote: ArtifactManifest): readonly Misfit[] {
  return Object.entries(remote.shared.forms).flatMap(([module, taken]): readonly Misfit[] => {
    const serves = shell.shared.forms[module] ?? {};
    const changed = Object.keys(taken).filter(
      (name) => serves[name] && !taken[name]?.some((form) => serves[name]?.includes(form)),
    );
    return changed.length === 0 ? [] : [{ of: 'forms', module, changed }];
  });
}

/** Why a remote cannot run in a shell; empty if it can. */
export function misfits(shell: ArtifactManifest, remote: ArtifactManifest): readonly Misfit[] {
  const checks = [sharedMisfits, nameMisfits, formMisfits, declarationMisfit];
  return checks.flatMap((check) => check(shell, remote));
}

/** Whether a remote can run in a shell. */
export function fits(shell: ArtifactManifest, remote: ArtifactManifest): boolean {
  return misfits(shell, remote).length === 0;
}

import type { ArtifactManifest } from './artifact.ts';
import { strangeFields } from './fields.ts';
import { satisfiesCaret } from './version.ts';

/** A requirement of a remote that a shell does not meet; `offered` is undefined if the shell offers no version at all. */
export type Misfit =
  | { readonly of: 'contract'; readonly wanted: string; readonly offered: string }
  | { readonly of: 'shared'; readonly module: string; readonly wanted: string; readonly offered: string | undefined }
  | { readonly of: 'names'; readonly module: string; readonly missing: readonly string[] }
  /** The remote was built with another form of these names than those that the shell's serve. */
  | { readonly of: 'forms'; readonly module: string; readonly changed: readonly string[] }
  /** Fields of the remote's declaration that the shell does not know, and those that it needs and does not find. */
  | { readonly of: 'declaration'; readonly unknown: readonly string[]; readonly lacking: readonly string[] };

/** The contract version that a shell offers: the lowest one in the range that it was built for. */
function offeredContract(shell: ArtifactManifest): string {
  return shell.declaration.contract.replace(/^\^/, '');
}

/** Whether both builds record what they give and take; the contract's version, raised by hand, counts only for others. */
function isRecorded(shell: ArtifactManifest, remote: ArtifactManifest): boolean {
  return Boolean(shell.shared?.reads && shell.shared.forms && remote.shared?.forms);
}

/** Compares with the shell's own contract version, so that the answer is right for a shell that is rolled back, too. */
function contractMisfit(shell: ArtifactManifest, remote: ArtifactManifest): readonly Misfit[] {
  if (isRecorded(shell, remote)) return [];
  const [wanted, offered] = [remote.declaration.contract, offeredContract(shell)];
  return satisfiesCaret(offered, wanted) ? [] : [{ of: 'contract', wanted, offered }];
}

function declarationMisfit(shell: ArtifactManifest, remote: ArtifactManifest): readonly Misfit[] {
  if (!shell.shared?.reads) return [];
  const { unknown, lacking } = strangeFields(remote.declaration, shell.shared.reads.declaration);
  return unknown.length + lacking.length === 0 ? [] : [{ of: 'declaration', unknown, lacking }];
}

/** Older manifests do not list shared modules; those artifacts are not checked. */
function sharedMisfits(shell: ArtifactManifest, remote: ArtifactManifest): readonly Misfit[] {
  if (!shell.shared || !remote.shared) return [];
  const { provides } = shell.shared;
  return Object.entries(remote.shared.requires).flatMap(([module, wanted]): readonly Misfit[] => {
    const offered = provides[module];
    return offered !== undefined && satisfiesCaret(offered, wanted) ? [] : [{ of: 'shared', module, wanted, offered }];
  });
}

/** The names that a shell gives of a module; undefined if it is older, or if its build could not know what it provides. */
function givenNames({ shared }: ArtifactManifest, module: string): readonly string[] | undefined {
  const isKnown = shared?.forms !== undefined && shared.provides[module] === undefined;
  return shared?.gives?.[module] ?? (isKnown ? [] : undefined);
}

function nameMisfits(shell: ArtifactManifest, remote: ArtifactManifest): readonly Misfit[] {
  return Object.entries(remote.shared?.takes ?? {}).flatMap(([module, taken]): readonly Misfit[] => {
    const given = givenNames(shell, module);
    const missing = given ? taken.filter((name) => !given.includes(name)) : [];
    return missing.length === 0 ? [] : [{ of: 'names', module, missing }];
  });
}

/** Older manifests do not list forms. Names that the shell does not give at all are reported as such. */
function formMisfits(shell: ArtifactManifest, remote: ArtifactManifest): readonly Misfit[] {
  const given = shell.shared?.forms ?? {};
  return Object.entries(remote.shared?.forms ?? {}).flatMap(([module, taken]): readonly Misfit[] => {
    const serves = given[module] ?? {};
    const changed = Object.keys(taken).filter(
      (name) => serves[name] && !taken[name]?.some((form) => serves[name]?.includes(form)),
    );
    return changed.length === 0 ? [] : [{ of: 'forms', module, changed }];
  });
}

/** Why a remote cannot run in a shell; empty if it can. */
export function misfits(shell: ArtifactManifest, remote: ArtifactManifest): readonly Misfit[] {
  const checks = [contractMisfit, sharedMisfits, nameMisfits, formMisfits, declarationMisfit];
  return checks.flatMap((check) => check(shell, remote));
}

/** Whether a remote can run in a shell. */
export function fits(shell: ArtifactManifest, remote: ArtifactManifest): boolean {
  return misfits(shell, remote).length === 0;
}

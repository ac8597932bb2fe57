import type { ArtifactManifest } from './artifact.ts';
import { satisfiesCaret } from './version.ts';

/** One thing that a remote wants and a shell does not offer; `offered` is undefined where the shell has nothing of the kind. */
export type Misfit =
  | { readonly of: 'contract'; readonly wanted: string; readonly offered: string }
  | { readonly of: 'shared'; readonly module: string; readonly wanted: string; readonly offered: string | undefined };

/** The contract version that a shell offers: the lowest of the range that it was built for. */
function offeredContract(shell: ArtifactManifest): string {
  return shell.declaration.contract.replace(/^\^/, '');
}

/** The shell's own contract decides, so that it also holds for a shell that is rolled back. */
function contractMisfit(shell: ArtifactManifest, remote: ArtifactManifest): readonly Misfit[] {
  const [wanted, offered] = [remote.declaration.contract, offeredContract(shell)];
  return satisfiesCaret(offered, wanted) ? [] : [{ of: 'contract', wanted, offered }];
}

/** An artifact that says nothing of shared modules was built before manifests did; there is nothing to hold it against. */
function sharedMisfits(shell: ArtifactManifest, remote: ArtifactManifest): readonly Misfit[] {
  if (!shell.shared || !remote.shared) return [];
  const { provides } = shell.shared;
  return Object.entries(remote.shared.requires).flatMap(([module, wanted]): readonly Misfit[] => {
    const offered = provides[module];
    return offered !== undefined && satisfiesCaret(offered, wanted) ? [] : [{ of: 'shared', module, wanted, offered }];
  });
}

/** Why a remote cannot run in a shell; nothing where it can. */
export function misfits(shell: ArtifactManifest, remote: ArtifactManifest): readonly Misfit[] {
  return [...contractMisfit(shell, remote), ...sharedMisfits(shell, remote)];
}

/** Whether a remote can run in a shell. */
export function fits(shell: ArtifactManifest, remote: ArtifactManifest): boolean {
  return misfits(shell, remote).length === 0;
}

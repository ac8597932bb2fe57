import type { ArtifactManifest } from '@portal/contract/artifact';
import { bytesOf, checkDeclarationLimits } from '@portal/contract/declaration-limits';
import { InvalidInputError } from '@portal/contract/parse';
import type { Refusal } from './refusal.ts';
import { named } from './refusal.ts';

/** How large the declarations of all parts of a page may be together as JSON, in bytes. */
const PAGE_BYTES = 256 * 1024;

/** Refuses a part whose declaration exceeds a limit; names the first one. */
export function checkLimits(manifest: ArtifactManifest): readonly Refusal[] {
  try {
    checkDeclarationLimits(`The declaration of ${named(manifest)} is too large`, manifest.declaration);
    return [];
  } catch (error) {
    if (!(error instanceof InvalidInputError)) throw error;
    return [
      {
        rule: 'over-limit',
        sides: [named(manifest), 'the limits of a declaration'],
        problem: `${error.message}.`,
        remedy: 'Shorten it in the declaration, and build again: every page contains the declarations of all parts.',
      },
    ];
  }
}

/** Refuses parts whose declarations are small each and too large together. */
export function checkPageBudget(manifests: readonly ArtifactManifest[]): readonly Refusal[] {
  const bytes = bytesOf(manifests.map(({ declaration }) => declaration));
  if (bytes <= PAGE_BYTES) return [];
  return [
    {
      rule: 'over-limit',
      sides: manifests.map(named),
      problem: `The declarations of ${String(manifests.length)} parts have ${String(bytes)} bytes together, and every page has room for ${String(PAGE_BYTES)}.`,
      remedy: 'Shorten the largest ones, or take a remote out in the same step.',
    },
  ];
}

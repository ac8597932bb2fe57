import type { ArtifactManifest } from '@portal/contract/artifact';
import { getFields } from '@portal/contract/fields';
import type { Incompatibility } from '../format/compatibility.ts';
import { findIncompatibilities } from '../format/compatibility.ts';
import { PageDataSchema } from '@portal/contract/page';
import type { Refusal } from './refusal.ts';
import { named, refusal } from './refusal.ts';

/** What is wrong between a shell and a remote. */
function toProblem(shell: string, remote: string, incompatibility: Incompatibility): string {
  switch (incompatibility.of) {
    case 'names':
      return `${remote} imports ${incompatibility.missing.join(', ')} from ${incompatibility.module}, and ${shell} does not export that.`;
    case 'signatures':
      return `${remote} was built with another signature of ${incompatibility.changed.join(', ')} from ${incompatibility.module} than ${shell} has.`;
    case 'declaration': {
      const { unknown, lacking } = incompatibility;
      const problems = [
        ...(unknown.length > 0 ? [`does not know ${unknown.join(', ')}`] : []),
        ...(lacking.length > 0 ? [`needs ${lacking.join(', ')}`] : []),
      ];
      return `The declaration of ${remote} does not fit: ${shell} ${problems.join(', and ')}.`;
    }
    case 'shared': {
      const { module, wanted, offered } = incompatibility;
      const offer = offered === undefined ? `does not provide ${module}` : `provides ${module} ${offered}`;
      return `${remote} requires ${module} ${wanted}, and ${shell} ${offer}.`;
    }
  }
}

/** Refuses a remote that cannot run in a shell. */
export function checkShellAndRemote(shell: ArtifactManifest, remote: ArtifactManifest): readonly Refusal[] {
  const [sideOfShell, sideOfRemote] = [named(shell), named(remote)];
  return findIncompatibilities(shell, remote).map((incompatibility) =>
    refusal('incompatible', [sideOfRemote, sideOfShell], toProblem(sideOfShell, sideOfRemote, incompatibility)),
  );
}

/** The fields that every page has; release command and web server are of one checkout. */
const PAGE_FIELDS = new Set(getFields(PageDataSchema).needed);

/** Refuses a shell that needs a field which the page does not have, or no longer. */
export function checkPageFields(shell: ArtifactManifest): readonly Refusal[] {
  const missing = shell.shared.reads.page.filter((field) => !PAGE_FIELDS.has(field));
  if (missing.length === 0) return [];
  return [
    refusal(
      'page-field',
      [named(shell), 'the page'],
      `${named(shell)} needs ${missing.join(', ')} in the page, which has no such field.`,
    ),
  ];
}

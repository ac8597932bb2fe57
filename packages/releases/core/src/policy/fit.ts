import type { ArtifactManifest } from '@portal/contract/artifact';
import { getFields } from '@portal/contract/fields';
import type { Misfit } from '../format/fit.ts';
import { misfits } from '../format/fit.ts';
import { PageDataSchema } from '@portal/contract/page';
import type { Refusal } from './refusal.ts';
import { named, refusal } from './refusal.ts';

/** What is wrong between a shell and a remote. */
function toProblem(shell: string, remote: string, misfit: Misfit): string {
  switch (misfit.of) {
    case 'names':
      return `${remote} takes ${misfit.missing.join(', ')} from ${misfit.module}, and ${shell} does not give that.`;
    case 'forms':
      return `${remote} was built with another form of ${misfit.changed.join(', ')} from ${misfit.module} than ${shell} gives.`;
    case 'declaration': {
      const { unknown, lacking } = misfit;
      const problems = [
        ...(unknown.length > 0 ? [`does not know ${unknown.join(', ')}`] : []),
        ...(lacking.length > 0 ? [`needs ${lacking.join(', ')}`] : []),
      ];
      return `The declaration of ${remote} does not fit: ${shell} ${problems.join(', and ')}.`;
    }
    case 'shared': {
      const { module, wanted, offered } = misfit;
      const offer = offered === undefined ? `does not provide ${module}` : `provides ${module} ${offered}`;
      return `${remote} requires ${module} ${wanted}, and ${shell} ${offer}.`;
    }
  }
}

/** Refuses a remote that cannot run in a shell. */
export function betweenShellAndRemote(shell: ArtifactManifest, remote: ArtifactManifest): readonly Refusal[] {
  const [sideOfShell, sideOfRemote] = [named(shell), named(remote)];
  return misfits(shell, remote).map((misfit) =>
    refusal('misfit', [sideOfRemote, sideOfShell], toProblem(sideOfShell, sideOfRemote, misfit)),
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

import type { ArtifactManifest } from '@portal/contract/artifact';
import { fieldsOf } from '@portal/contract/fields';
import type { Misfit } from '../format/fit.ts';
import { misfits } from '../format/fit.ts';
import { PageDataSchema } from '@portal/contract/page';
import type { Refusal } from './refusal.ts';
import { named } from './refusal.ts';

const FIT = 'Release versions of both that fit together, in the same step.';

function misfitRefusal(shell: ArtifactManifest, remote: ArtifactManifest, misfit: Misfit): Refusal {
  const sides = [named(remote), named(shell)];
  if (misfit.of === 'names') {
    const problem = `${named(remote)} takes ${misfit.missing.join(', ')} from ${misfit.module}, and ${named(shell)} does not give that.`;
    return { rule: 'missing-name', sides, problem, remedy: FIT };
  }
  if (misfit.of === 'forms') {
    const problem = `${named(remote)} was built with another form of ${misfit.changed.join(', ')} from ${misfit.module} than ${named(shell)} gives.`;
    return { rule: 'changed-name', sides, problem, remedy: FIT };
  }
  if (misfit.of === 'declaration') {
    const { unknown, lacking } = misfit;
    const problems = [
      ...(unknown.length > 0 ? [`does not know ${unknown.join(', ')}`] : []),
      ...(lacking.length > 0 ? [`needs ${lacking.join(', ')}`] : []),
    ];
    const problem = `The declaration of ${named(remote)} does not fit: ${named(shell)} ${problems.join(', and ')}.`;
    return { rule: 'declared-field', sides, problem, remedy: FIT };
  }
  const { module, wanted, offered } = misfit;
  const offer = offered === undefined ? `does not provide ${module}` : `provides ${module} ${offered}`;
  const problem = `${named(remote)} requires ${module} ${wanted}, and ${named(shell)} ${offer}.`;
  return { rule: 'shared-range', sides, problem, remedy: FIT };
}

/** Refuses a remote that cannot run in a shell. */
export function betweenShellAndRemote(shell: ArtifactManifest, remote: ArtifactManifest): readonly Refusal[] {
  return misfits(shell, remote).map((misfit) => misfitRefusal(shell, remote, misfit));
}

/** The fields that every page has; release command and web server are of one checkout. */
const PAGE_FIELDS = new Set(fieldsOf(PageDataSchema).needed);

/** Refuses a shell that needs a field which the page does not have, or no longer. */
export function checkPageFields(shell: ArtifactManifest): readonly Refusal[] {
  const missing = shell.shared.reads.page.filter((field) => !PAGE_FIELDS.has(field));
  if (missing.length === 0) return [];
  return [
    {
      rule: 'page-field',
      sides: [named(shell), 'the page'],
      problem: `${named(shell)} needs ${missing.join(', ')} in the page, and pages of this version do not have that.`,
      remedy: 'Release a shell that does without it, or update the web server and this command.',
    },
  ];
}

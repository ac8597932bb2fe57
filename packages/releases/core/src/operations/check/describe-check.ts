import type { Check } from '../../store/checks.ts';
import { hasPassed } from '../../store/checks.ts';
import { failedPaths } from '../../policy/refuse-unchecked.ts';
import { count, minute } from '../../format/format-values.ts';

/** "without canaries", "with the canary shell 2.0.0". */
function describeView({ views }: Pick<Check, 'views'>, index: number): string {
  const view = views[index];
  if (!view || view.canaries.length === 0) return 'without canaries';
  const versions = view.canaries.map((name) => `${name} ${(name === 'shell' ? view.shell : view.remotes[name]) ?? ''}`);
  return `with ${view.canaries.length === 1 ? 'the canary' : 'the canaries'} ${versions.join(' and ')}`;
}

/** "3 pages work", or "1 of 3 pages fails: /settings". */
export function describeOutcome(check: Pick<Check, 'pages'>): string {
  const { pages } = check;
  if (hasPassed(check)) return `${count(pages.length, 'page')} ${pages.length === 1 ? 'works' : 'work'}`;
  if (pages.length === 0) return 'no page could be opened';
  const failed = failedPaths(check);
  return `${String(failed.length)} of ${count(pages.length, 'page')} ${failed.length === 1 ? 'fails' : 'fail'}: ${failed.join(', ')}`;
}

/** "2026-11-23 07:12 UTC by anna, in shell 1.0.0 on top of release 12: 3 pages work". */
export function describeCheck(check: Check): string {
  const shells = [...new Set(check.views.map(({ shell }) => shell))].map((version) => `shell ${version}`);
  const where = Object.hasOwn(check.versions, 'shell') ? '' : `in ${shells.join(' and ')} `;
  return `${minute(check.at)} by ${check.by}, ${where}on top of release ${String(check.release)}: ${describeOutcome(check)}`;
}

/** What was wrong with which page, in which view and for whom, and what was not opened; lines. */
export function describeFaults(check: Pick<Check, 'pages' | 'views' | 'notOpened'>): readonly string[] {
  const faults = check.pages.flatMap(({ path, faults: each }) => each.map((fault) => ({ path, ...fault })));
  return [
    ...faults.flatMap(({ path, view, person, seen }) => [
      `  ${path}, ${person}, ${describeView(check, view)}`,
      ...seen.map((text) => `    ${text}`),
    ]),
    ...check.notOpened.map(({ path, why }) => `  (${path} was not opened: ${why})`),
  ];
}

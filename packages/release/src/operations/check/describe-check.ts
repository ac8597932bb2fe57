import type { Check } from '../../store/checks.ts';
import { hasPassed } from '../../store/checks.ts';
import { failedPaths } from '../../policy/not-checked.ts';
import { count, minute } from '../plain-figures.ts';

/** "without canaries", "with the canary shell 2.0.0". */
export function describeView({ views }: Pick<Check, 'views'>, index: number): string {
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

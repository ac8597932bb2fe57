import type { Release } from '../format/release.ts';
import { refuseUnchecked } from '../policy/refuse-unchecked.ts';
import { checkCommand, listNewVersions } from './check-requirements.ts';
import { readChecks } from '../store/checks.ts';
import type { PlannedRelease, Store } from '../store/store.ts';
import type { ChangeBy } from '../policy/release-request.ts';
import { describeCheck } from './check/describe-check.ts';

/**
 * What checks say of the versions that visitors newly get by a promotion, whether a check is required or not; a
 * sentence each.
 */
export async function describeChecks(
  store: Store,
  live: Release | undefined,
  planned: PlannedRelease,
  change: ChangeBy<'promote'>,
): Promise<readonly string[]> {
  const given = listNewVersions(live, change);
  return Promise.all(
    given.map(async ([name, version]) => {
      const checks = await readChecks(store, name, version);
      const [newest] = checks;
      if (!newest) return `${name} ${version} was not checked. Check it: ${checkCommand(given)}`;
      const [objection] = refuseUnchecked(planned, name, version, checks, checkCommand(given));
      if (objection) return `${objection.problem} ${objection.remedy}`;
      return `${name} ${version} was checked ${describeCheck(newest)}.`;
    }),
  );
}

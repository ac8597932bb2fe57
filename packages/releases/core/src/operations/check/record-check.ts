import { notPublished } from '../../policy/policy.ts';
import { refuseIfAny } from '../../policy/refusal.ts';
import type { Check } from '../../store/checks.ts';
import { createCheck } from '../../store/checks.ts';
import type { Store } from '../../store/store.ts';
import { oneLine } from '../../policy/release-request.ts';
import type { Findings } from './check-versions.ts';

/** A check to record: what was found, and by whom. */
export interface CheckRecord {
  readonly by: string;
  readonly findings: Findings;
}

/** Records a check with each of the versions that were checked. @throws {RefusedError} if one is not published. */
export async function recordCheck(store: Store, { by, findings }: CheckRecord): Promise<Check> {
  const versions = Object.entries(findings.versions);
  for (const [name, version] of versions)
    if (!(await store.wasPublished(name, version))) refuseIfAny([await notPublished(store, name, version)]);
  const check: Check = { schema: 1, at: new Date().toISOString(), by: oneLine(by), ...findings };
  for (const [name, version] of versions) await createCheck(store, name, version, check);
  return check;
}

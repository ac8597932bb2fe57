import type { Check } from '../../store/checks.ts';
import { createCheck } from '../../store/checks.ts';
import type { Store } from '../../store/store.ts';
import { oneLine } from '../release-request.ts';
import type { Findings } from './check-versions.ts';

/** A check to record: what was found, and by whom. */
export interface CheckRecord {
  readonly by: string;
  readonly findings: Findings;
}

/** Records a check with each of the versions that were checked. */
export async function recordCheck(store: Store, { by, findings }: CheckRecord): Promise<Check> {
  const check: Check = { schema: 1, at: new Date().toISOString(), by: oneLine(by), ...findings };
  for (const [name, version] of Object.entries(check.versions)) await createCheck(store, name, version, check);
  return check;
}

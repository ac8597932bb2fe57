import { liveVersion } from '../store/release-diff.ts';
import type { Store } from '../store/store.ts';
import { readSteps } from '../store/version-history.ts';
import type { ReleaseRequest } from '../policy/release-request.ts';

/**
 * The change that a request is judged as: a rollback to a version that everybody never had is a promotion by another name, and needs what
 * that needs.
 */
export async function judgedChange(
  store: Store,
  { change }: Pick<ReleaseRequest, 'change'>,
): Promise<ReleaseRequest['change']> {
  if (change.action !== 'rollback' || change.to === undefined || change.to === null) return change;
  const { name, to } = change;
  const steps = await readSteps(store);
  if (steps.some((step) => liveVersion(step, name) === to)) return change;
  return { action: 'promote', versions: { [name]: to } };
}

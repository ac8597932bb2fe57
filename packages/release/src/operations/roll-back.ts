import type { ChangeResult, ReleaseRequest } from './carry-out.ts';
import { carryOut, liveRelease } from './carry-out.ts';
import { refuseIfAny } from '../errors.ts';
import { planIntent } from './intent.ts';
import type { Store } from '../store/store.ts';

export interface RollBackRequest extends ReleaseRequest {
  readonly name: string;
  /**
   * Any retained version, and a canary of the part ends; null takes the remote out. Without it a canary that runs
   * ends; if none runs, the version that was live before returns.
   */
  readonly to?: string | null | undefined;
}

/**
 * Puts one part back, by a new release; everything else stays.
 * @throws {RefusedError} with every rule that it breaks; {ReleaseConflictError} when somebody else released meanwhile.
 */
export async function rollBack(store: Store, request: RollBackRequest): Promise<ChangeResult> {
  const live = await liveRelease(store, request.expect);
  const { plan, refusals } = await planIntent(store, live, { act: 'rollback', name: request.name, to: request.to });
  refuseIfAny(refusals);
  if (!plan) throw new Error('an intent that is not refused has no plan');
  return carryOut(store, live, plan, request);
}

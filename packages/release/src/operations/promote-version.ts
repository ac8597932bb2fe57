import type { ChangeResult, Order } from '../change.ts';
import { carryOut, liveRelease } from '../change.ts';
import { refuseIfAny } from '../errors.ts';
import { planIntent } from '../intent.ts';
import type { Store } from '../store.ts';

export type { ChangeResult, Order } from '../change.ts';

export interface PromoteOrder extends Order {
  readonly name: string;
  readonly version: string;
  /** Share of the visitors that get it, 1 to 99 per cent; everybody without it, and a trial of the part that runs is over. */
  readonly percent?: number | undefined;
}

/**
 * Makes a published version live: for everybody, or for a share of the visitors.
 * @throws {RefusedError} with every rule that it breaks; {ReleaseConflictError} when somebody else released meanwhile.
 */
export async function promoteVersion(store: Store, order: PromoteOrder): Promise<ChangeResult> {
  const live = await liveRelease(store, order.expect);
  const { name, version, percent } = order;
  const { plan, refusals } = await planIntent(store, live, { act: 'promote', name, version, percent });
  refuseIfAny(refusals);
  if (!plan) throw new Error('an intent that is not refused has no plan');
  return carryOut(store, live, plan, order);
}

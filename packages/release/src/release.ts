import type { Release } from '@portal/contract/release';
import { carryOut } from './carry-out.ts';
import type { Store } from './store.ts';

/** What the next release is to change; every part that is not named stays as it is. */
export interface ReleaseChange {
  /** Version of the shell. */
  readonly shell?: string | undefined;
  /** Versions of remotes by name; null takes the remote out. */
  readonly remotes?: Readonly<Record<string, string | null>> | undefined;
  readonly createdBy: string;
  readonly reason: string;
}

export interface Promotion {
  /** `unchanged`: every version that was asked for is live already, so no release was created. */
  readonly result: 'created' | 'unchanged';
  readonly release: Release;
}

/**
 * Makes versions of several parts live in one step, as a new release on top of the live one; canaries of these parts end.
 * @throws {RefusedError} with every rule that it breaks; {ReleaseConflictError} when another release was created meanwhile.
 */
export async function promote(store: Store, change: ReleaseChange): Promise<Promotion> {
  const { shell, remotes = {}, createdBy: by, reason } = change;
  const live = { ...(shell === undefined ? {} : { shell }), ...remotes };
  const canaries = Object.fromEntries(Object.keys(live).map((name) => [name, null]));
  const plan = { action: 'promote', target: { live, canaries } } as const;
  const { outcome, release } = await carryOut(store, await store.latestRelease(), plan, { by, reason });
  return { result: outcome === 'released' ? 'created' : 'unchanged', release };
}

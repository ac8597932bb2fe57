import type { ReleasedPart } from '@portal/release/format/release';
import { checkRelease, checkVersion } from '@portal/release/policy';
import type { Refusal } from '@portal/release/refusal';
import { releaseToOpen } from '@portal/release/screens/screen';
import type { Store } from '@portal/release/store';

/** A version of the shell and a version of a remote. */
export interface Pair {
  readonly shell: ReleasedPart;
  readonly remote: ReleasedPart;
}

/** A version that no release can get: it is yanked, or incomplete. */
interface LeftOut {
  readonly name: string;
  readonly version: string;
  readonly refusals: readonly Refusal[];
}

interface Pairs {
  /** The pairs that the policy lets a release contain, oldest shell first. */
  readonly allowed: readonly Pair[];
  readonly refused: readonly (Pair & { readonly refusals: readonly Refusal[] })[];
  readonly leftOut: readonly LeftOut[];
}

/** Every version of the shell with every version of every remote that the store has; writes nothing. @throws {StoreError} */
export async function listPairs(store: Store): Promise<Pairs> {
  const shells: ReleasedPart[] = [];
  const remotes: ReleasedPart[] = [];
  const leftOut: LeftOut[] = [];
  for (const name of await store.partNames()) {
    for (const version of await store.versions(name)) {
      const { part, refusals } = await checkVersion(store, name, version);
      if (!part || refusals.length > 0) leftOut.push({ name, version, refusals });
      else if (name === 'shell') shells.push(part);
      else remotes.push(part);
    }
  }
  const pairs = shells
    .flatMap((shell) => remotes.map((remote): Pair => ({ shell, remote })))
    .map((pair) => ({ ...pair, refusals: checkRelease(releaseToOpen(pair.shell, [pair.remote], 1)) }));
  return {
    allowed: pairs.filter(({ refusals }) => refusals.length === 0),
    refused: pairs.filter(({ refusals }) => refusals.length > 0),
    leftOut,
  };
}

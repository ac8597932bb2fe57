import { allManifests } from '../format/release.ts';
import { parseInput } from '@portal/contract/parse';
import { EntrySchema } from '../release-log/leaf.ts';
import type { LogState } from '../release-log/log-state.ts';
import { inclusionProof } from '../release-log/merkle.ts';
import type { Proof, Proved } from '../release-log/proof.ts';
import { fromBytes } from '../format/documents.ts';
import { StoreError } from '../store/errors.ts';
import { entryKey, manifestKey, releaseKey } from '../format/keys.ts';
import type { Store } from '../store/store.ts';

async function prove(store: Store, log: LogState, key: string): Promise<Proved | undefined> {
  const logged = log.documents.get(key);
  const bytes = logged && (await store.driver.get(key, logged.sha256));
  const entry = logged && (await store.driver.get(entryKey(logged.index)));
  if (!bytes || !entry) return undefined;
  const { leaf } = parseInput(entryKey(logged.index), EntrySchema, fromBytes(entry));
  const path = inclusionProof(log.leafHashes, logged.index).map((hash) => Buffer.from(hash).toString('base64'));
  return { key, document: Buffer.from(bytes).toString(), index: logged.index, leaf, path };
}

/**
 * What shows, without the store, that its log has a release and the versions in it: a version that was pruned is in the
 * release alone.
 * @throws {StoreError} when the release is missing or damaged.
 */
export async function proveRelease(store: Store, number: number): Promise<Proof> {
  const release = await store.readRelease(number);
  const log = await store.documents.log();
  const proved = await prove(store, log, releaseKey(number));
  if (!proved || log.checkpoint === null)
    throw new StoreError('missing', releaseKey(number), `Release ${String(number)} has just been removed.`, '');
  const keys = new Set(allManifests(release).map(({ name, version }) => manifestKey(name, version)));
  const versions = await Promise.all([...keys].map((key) => prove(store, log, key)));
  return {
    schema: 1,
    checkpoint: log.checkpoint,
    release: proved,
    versions: versions.filter((version) => version !== undefined),
  };
}

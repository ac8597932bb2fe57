import type { Release } from '../format/release.ts';
import { parseRelease } from '../format/release.ts';
import type { LogView } from '../release-log/log-view.ts';
import type { LoggedDocuments } from '../release-log/logged-documents.ts';
import type { PlannedRelease } from '../format/documents.ts';
import { checkParts, toBytes } from '../format/documents.ts';
import type { StoreDriver } from '../format/driver.ts';
import { MOST_TRIES, takenEachTime, UnsettledError } from '../format/driver.ts';
import { UnsettledReleaseError, ReleaseConflictError, StoreError } from './errors.ts';
import { sha256Hex } from '../format/integrity.ts';
import { releaseKey, RELEASES } from '../format/keys.ts';
import { changesBetween } from './release-diff.ts';
import type { Store } from './store-interface.ts';

/**
 * The hash of the last release as it is now, so that `verify` knows whether a damaged one was damaged already; null if
 * there is none.
 */
async function hashOfLast({ driver }: LoggedDocuments, { lastRelease, documents }: LogView): Promise<string | null> {
  const key = releaseKey(lastRelease);
  const logged = documents.get(key);
  if (!logged) return null;
  const bytes = await driver.get(key);
  return bytes ? sha256Hex(bytes) : logged.sha256;
}

/** The first number after `taken` that no document has. */
async function freeNumber(driver: StoreDriver, taken: number): Promise<number> {
  const keys = new Set(await driver.list(RELEASES));
  let number = taken + 1;
  while (keys.has(releaseKey(number))) number += 1;
  return number;
}

/**
 * Creates a release in two steps, its document and its entry, which makes it count. A document without an entry is that
 * of a writer under way, or of one that has ended: then its number is skipped, because tabs and web servers may know it
 * from elsewhere.
 * @param newest the highest number that the log had when the release was planned.
 * @returns undefined if another release was logged meanwhile. @throws {UnsettledReleaseError} when it is live, but may
 * not be durable.
 */
export async function appendRelease(
  documents: LoggedDocuments,
  planned: PlannedRelease,
  newest: number,
): Promise<Release | undefined> {
  const log = await documents.begin();
  const previous = await hashOfLast(documents, log);
  let number = newest + 1;
  for (let tried = 1; tried <= MOST_TRIES.object; tried += 1) {
    const release = parseRelease('the new release', { ...planned, number, previous });
    checkParts(release);
    const key = releaseKey(number);
    const bytes = toBytes(release);
    const unsettled: UnsettledError[] = [];
    const keep = (error: unknown) => {
      if (!(error instanceof UnsettledError)) throw error;
      unsettled.push(error);
    };
    const created = (await documents.driver.create(key, bytes).catch(keep)) ?? 'created';
    if (created === 'exists') {
      if (await documents.isLoggedSoon(key)) return undefined;
      number = await freeNumber(documents.driver, number);
      continue;
    }
    const isLogged = await documents
      .append(key, bytes, ({ newestRelease }) => newestRelease === newest)
      .catch((error: unknown) => {
        keep(error);
        return true;
      });
    if (!isLogged) {
      // It never counted, and nobody is to wait for its entry.
      await documents.driver.remove(key).catch(() => undefined);
      return undefined;
    }
    const [error] = unsettled;
    if (error) throw new UnsettledReleaseError(release, error);
    return release;
  }
  throw takenEachTime(documents.driver, releaseKey(number));
}

/** The conflict of a request based on release `base`, which is no longer live. */
export async function conflictSince(store: Store, base: number): Promise<ReleaseConflictError> {
  const live = await store.latestRelease();
  try {
    const before = base > 0 ? await store.readRelease(base) : undefined;
    return new ReleaseConflictError(base + 1, live, live && changesBetween(before, live));
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    return new ReleaseConflictError(base + 1, live);
  }
}

/** The live release. @throws {ReleaseConflictError} when it is not the expected one (0: none yet). */
export async function expectedRelease(store: Store, expect: number | undefined): Promise<Release | undefined> {
  const live = await store.latestRelease();
  if (expect !== undefined && expect !== (live?.number ?? 0)) throw await conflictSince(store, expect);
  return live;
}

import leven from 'leven';
import type { Store } from '../store/store.ts';
import { readSteps } from '../store/version-history.ts';
import { UsageError } from './exit-codes.ts';

/** How many letters may be wrong in a name for which another one is suggested. */
const SLIPS = 2;

/** "Did you mean mfe-hubs? ", where a name is near enough. */
export function suggestion(name: string, known: readonly string[]): string {
  const near = known
    .map((each) => ({ each, slips: leven(name, each) }))
    .filter(({ slips }) => slips <= SLIPS)
    .sort((a, b) => a.slips - b.slips)[0];
  return near ? `Did you mean ${near.each}? ` : '';
}

/** Parts of which something was published or released, the shell first; the shell is always one. */
async function knownParts(store: Store): Promise<readonly string[]> {
  const steps = await readSteps(store);
  const released = steps.flatMap(({ remotes, canaries }) => [...Object.keys(remotes), ...Object.keys(canaries)]);
  const remotes = [...new Set([...(await store.partNames()), ...released])].filter((name) => name !== 'shell');
  return ['shell', ...remotes.sort()];
}

/** @throws {UsageError} for the name of a part that the store has never had: the parts that it has, and the one that was probably meant. */
export async function checkKnown(store: Store, names: readonly string[]): Promise<void> {
  const published = new Set(['shell', ...(await store.partNames())]);
  const missing = names.filter((name) => !published.has(name));
  if (missing.length === 0) return;
  const known = await knownParts(store);
  const unknown = missing.find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const isEmpty = known.length === 1;
  throw new UsageError(
    (isEmpty
      ? `The store in ${store.place} knows no ${unknown}: it has no remote yet. Another store: --store FOLDER. `
      : `The store in ${store.place} knows no ${unknown}; it has ${known.join(', ')}. ${suggestion(unknown, known)}`) +
      `A new part is published first: npm run release -- publish ${unknown}`,
  );
}

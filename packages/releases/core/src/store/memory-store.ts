import { newKey, readSigner } from '../release-log/signed-note.ts';
import type { StoreDriver } from '../format/driver.ts';
import { memoryDriver } from './memory-driver.ts';
import type { Store, StoreAccess } from './store.ts';
import { openStore } from './store.ts';

const signer = readSigner(newKey());

/** The key that signs in this process. */
export const MEMORY_KEY = signer.vkey;
/** How stores of this process are opened. */
export const MEMORY_ACCESS: StoreAccess = { trusted: [MEMORY_KEY], signer: { signer, role: 'break-glass' } };

/**
 * A store for development and tests, in memory unless it gets a driver. Its log is signed with a key of this process,
 * so all such stores of a process trust each other.
 */
export function openMemoryStore(driver: StoreDriver = memoryDriver(), access: Partial<StoreAccess> = {}): Store {
  return openStore(driver, { ...MEMORY_ACCESS, ...access });
}

import type { Requirements } from '../policy/requirements.ts';
import type { Store } from '../store/store.ts';
import { readConfiguration } from './configuration.ts';

/** What the access rules require of a part: what they say of the part, else of "*". @throws {StoreError} when they cannot be read. */
export async function requirementsFor(store: Store, name: string): Promise<Requirements> {
  const { requires = {} } = (await readConfiguration(store))?.access ?? {};
  return requires[name] ?? requires['*'] ?? { check: false };
}

import type { Access } from '@portal/release/access';
import { readConfiguration } from '@portal/release/access/configuration';
import type { Store } from '@portal/release/store';
import { ServiceProblem } from '../problem.ts';

/** How long rules count without a look at the store: an operator may have changed them there. In milliseconds. */
const KEPT_MS = 1000;

/** The access rules of a store, read again when they may have changed. */
export class AccessRules {
  readonly #store: Store;
  readonly #now: () => number;
  #read: { readonly at: number; readonly access: Promise<Access> } | undefined;

  constructor(store: Store, now: () => number) {
    this.#store = store;
    this.#now = now;
  }

  /** The rules that count. @throws {StoreError} when they cannot be read; {ServiceProblem} while there are none. */
  current(): Promise<Access> {
    const now = this.#now();
    if (!this.#read || Math.abs(now - this.#read.at) > KEPT_MS) this.#read = { at: now, access: this.#load() };
    return this.#read.access;
  }

  /** After a change of the rules. */
  forget(): void {
    this.#read = undefined;
  }

  async #load(): Promise<Access> {
    try {
      const configuration = await readConfiguration(this.#store);
      if (configuration) return configuration.access;
    } catch (error) {
      this.forget();
      throw error;
    }
    this.forget();
    throw new ServiceProblem(
      503,
      'store',
      'This store has no access rules yet, so nobody may do anything. Its operator writes them: npm run release -- access configure access.json --reason "…"',
    );
  }
}

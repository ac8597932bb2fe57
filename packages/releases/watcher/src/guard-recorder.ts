import { StoreError } from '@portal/release/errors';
import type { GuardedParts } from '@portal/release/guarded-parts';
import { readGuardedParts, recordGuardedParts } from '@portal/release/guarded-parts';
import type { Store } from '@portal/release/store';
import type { WatcherSettings } from './settings/settings.ts';
import { findPartSettings } from './settings/settings.ts';
import type { WatcherLog } from './watcher-log.ts';
import { failure } from './watcher-log.ts';

function findGuardedParts(settings: WatcherSettings): GuardedParts {
  const names = ['*', ...Object.keys(settings.parts)];
  const parts = Object.fromEntries(names.map((name) => [name, findPartSettings(settings, name).guardsPromotions]));
  return Object.values(parts).includes(true) ? parts : {};
}

const isSame = (a: GuardedParts | undefined, b: GuardedParts): boolean =>
  a !== undefined &&
  Object.keys(a).length === Object.keys(b).length &&
  Object.entries(a).every(([name, guarded]) => b[name] === guarded);

/** Undefined for a damaged record, which the next one replaces. @throws when the store cannot be read. */
async function readRecorded(store: Store): Promise<GuardedParts | undefined> {
  try {
    return await readGuardedParts(store);
  } catch (error) {
    if (error instanceof StoreError) return undefined;
    throw error;
  }
}

/** Tells the store which promotions this watcher guards while it runs: command, service and console read it there. */
export class GuardRecorder {
  readonly #store: Store;
  readonly #log: WatcherLog;
  readonly #own: GuardedParts;
  #hasBegun = false;

  constructor(store: Store, settings: WatcherSettings, log: WatcherLog) {
    this.#store = store;
    this.#log = log;
    this.#own = findGuardedParts(settings);
  }

  /**
   * Records it at the first look at a store with releases, and again when another watcher has stopped or the record is
   * damaged. Never throws.
   */
  async record(): Promise<void> {
    await this.#try(async (recorded) => {
      const isDue = !this.#hasBegun || recorded === undefined || isSame(recorded, {});
      if (isDue && !isSame(recorded, this.#own)) await recordGuardedParts(this.#store, this.#own);
      this.#hasBegun = true;
    });
  }

  /** Takes it back. Never throws. */
  async close(): Promise<void> {
    if (!this.#hasBegun || isSame(this.#own, {})) return;
    await this.#try(async (recorded) => {
      if (isSame(recorded, this.#own)) await recordGuardedParts(this.#store, {});
    });
  }

  async #try(change: (recorded: GuardedParts | undefined) => Promise<void>): Promise<void> {
    try {
      await change(await readRecorded(this.#store));
      this.#log.solved('guarded promotions', 'The watcher can record again which promotions it guards.');
    } catch (error) {
      const problem = failure('The watcher could not record which promotions it guards', error);
      this.#log.problem('guarded promotions', problem);
    }
  }
}

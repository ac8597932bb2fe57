import type { ArtifactManifest } from '@portal/contract/artifact';
import { InvalidInputError } from '@portal/contract/parse';
import type { FileRecord, Store } from '@portal/release/store';
import { BoundedCache } from '../http/bounded-cache.ts';
import type { ServerLog } from '@portal/node-kit/server-log';

type Files = ArtifactManifest['files'];

/** Limit for the lists of files that stay in memory. */
const KEPT_BYTES = 4 * 1024 * 1024;
/** What a file's name, hash and size need. */
const RECORD_BYTES = 512;
/** The problem in the log that a file cannot be looked for. */
const SEARCH = 'older versions';

/**
 * The files of published versions, whether they are served or not: open tabs need those of older ones. The lists of the
 * versions that were asked for last stay in memory, the others are in the store.
 */
export class OlderVersions {
  readonly #store: Store;
  readonly #log: ServerLog;
  readonly #kept = new BoundedCache<Files>(KEPT_BYTES);
  /** One search at a time: the next one mostly finds what this one has read. */
  #running: Promise<unknown> = Promise.resolve();

  constructor(store: Store, log: ServerLog) {
    this.#store = store;
    this.#log = log;
  }

  get cache(): BoundedCache<Files> {
    return this.#kept;
  }

  /** Whether a published version is known to list the file, without a look into the store. */
  lists(name: string, file: string): boolean {
    return this.#known(name, file) !== undefined;
  }

  /**
   * @returns undefined for a file that no published version lists, or that is not in the store.
   * @throws {InvalidInputError}; {DriverError}, which is in the log then: as one problem, because strangers make up
   * names.
   */
  async readRecord(name: string, file: string): Promise<FileRecord | undefined> {
    try {
      return await this.#search(name, file);
    } catch (error) {
      if (!(error instanceof InvalidInputError))
        this.#log.problem(SEARCH, new Error('Files of older versions cannot be found in the store.', { cause: error }));
      throw error;
    }
  }

  async #search(name: string, file: string): Promise<FileRecord | undefined> {
    const known = this.#known(name, file);
    // Reading every manifest for any name that somebody invents would be costly.
    if (known) return known;
    const isStored = await this.#store.hasFile(name, file);
    this.#log.solved(SEARCH, 'Files of older versions can be found in the store again.');
    if (!isStored) return undefined;
    const search = this.#running.then(() => this.#known(name, file) ?? this.#find(name, file));
    this.#running = search.catch(() => undefined);
    return search;
  }

  /**
   * Forgets the versions of a part that have been pruned. @returns whether a version that is still published is known
   * to list `file`.
   */
  async forgetPruned(name: string, file: string): Promise<boolean> {
    const published = new Set((await this.#store.versions(name)).map((version) => toKey(name, version)));
    for (const key of this.#getKeys(name)) if (!published.has(key)) this.#kept.delete(key);
    return this.lists(name, file);
  }

  #getKeys(name: string): readonly string[] {
    return this.#kept.keys.filter((key) => key.startsWith(toKey(name, '')));
  }

  #known(name: string, file: string): FileRecord | undefined {
    const key = this.#getKeys(name).findLast((each) => Object.hasOwn(this.#kept.peek(each) ?? {}, file));
    return key === undefined ? undefined : this.#kept.get(key)?.[file];
  }

  /** Reads the manifests of a part, those of the newest versions first, until one lists the file. */
  async #find(name: string, file: string): Promise<FileRecord | undefined> {
    for (const version of (await this.#store.versions(name)).toReversed()) {
      if (this.#kept.peek(toKey(name, version))) continue;
      try {
        const { files } = await this.#store.readManifest(name, version);
        this.#log.solved(`manifest ${toKey(name, version)}`, `The manifest of ${name} ${version} can be read again.`);
        if (!Object.hasOwn(files, file)) continue;
        this.#kept.set(toKey(name, version), files, Object.keys(files).length * RECORD_BYTES);
        return files[file];
      } catch (error) {
        this.#log.problem(`manifest ${toKey(name, version)}`, error);
      }
    }
    return undefined;
  }
}

function toKey(name: string, version: string): string {
  return `${name}@${version}`;
}

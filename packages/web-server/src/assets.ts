import type { ArtifactManifest } from '@portal/contract/artifact';
import type { FileRecord, Store } from '@portal/release/store';
import { Compressed } from './compressed.ts';
import type { Log } from './log.ts';

/** Bytes of assets that are kept in memory; those used longest ago leave first. */
const KEPT_BYTES = 64 * 1024 * 1024;
/** Made once for each file, so it may take its time. */
const BROTLI_QUALITY = 11;

interface FileType {
  readonly mime: string;
  readonly compressible: boolean;
}

const TYPES: Readonly<Record<string, FileType>> = {
  js: { mime: 'text/javascript; charset=utf-8', compressible: true },
  css: { mime: 'text/css; charset=utf-8', compressible: true },
  json: { mime: 'application/json', compressible: true },
  svg: { mime: 'image/svg+xml', compressible: true },
  html: { mime: 'text/html; charset=utf-8', compressible: true },
  png: { mime: 'image/png', compressible: false },
  woff2: { mime: 'font/woff2', compressible: false },
  pdf: { mime: 'application/pdf', compressible: false },
};

/** A file that may be served: its bytes are those that its manifest names. */
export interface Asset {
  readonly type: FileType;
  readonly integrity: string;
  readonly content: Compressed;
}

/**
 * The files of every published version. A file that no manifest lists does not exist here; one that is not what its manifest says
 * is never given out.
 */
export class Assets {
  readonly #store: Store;
  readonly #log: Log;
  readonly #records = new Map<string, FileRecord>();
  readonly #learnt = new Set<string>();
  readonly #kept = new Map<string, Promise<Asset>>();
  #keptBytes = 0;

  constructor(store: Store, log: Log) {
    this.#store = store;
    this.#log = log;
  }

  /** Takes in which files a version has. */
  learn({ name, version, files }: ArtifactManifest): void {
    this.#learnt.add(`${name}@${version}`);
    for (const [file, record] of Object.entries(files)) this.#records.set(`${name}/${file}`, record);
  }

  /**
   * @returns undefined for a file that no published version lists.
   * @throws {InvalidInputError} when a name is none; {StoreError} when the file is missing or damaged.
   */
  async find(name: string, file: string): Promise<Asset | undefined> {
    const key = `${name}/${file}`;
    if (!this.#records.has(key)) await this.#learnPublished(name);
    const record = this.#records.get(key);
    return record && this.#load(key, name, file, record);
  }

  /** Reads every file of a version. @throws {StoreError} naming the one that is missing or damaged. */
  async check(manifest: ArtifactManifest): Promise<void> {
    this.learn(manifest);
    for (const file of Object.keys(manifest.files)) await this.find(manifest.name, file);
  }

  /** Open tabs and fallbacks ask for versions that are no longer live, or not yet. */
  async #learnPublished(name: string): Promise<void> {
    for (const version of await this.#store.versions(name)) {
      if (this.#learnt.has(`${name}@${version}`)) continue;
      try {
        this.learn(await this.#store.readManifest(name, version));
      } catch (error) {
        this.#log.once(error);
      }
    }
  }

  #load(key: string, name: string, file: string, record: FileRecord): Promise<Asset> {
    const kept = this.#kept.get(key);
    if (kept) {
      this.#kept.delete(key);
      this.#kept.set(key, kept);
      return kept;
    }
    const loading = this.#read(name, file, record);
    this.#kept.set(key, loading);
    this.#keptBytes += record.size;
    this.#dropOldest();
    // What could not be read is tried again by the next request: the file may have been put back.
    loading.catch(() => this.#drop(key, record.size));
    return loading;
  }

  async #read(name: string, file: string, record: FileRecord): Promise<Asset> {
    const bytes = await this.#store.readFile(name, file, record);
    const type = TYPES[file.slice(file.lastIndexOf('.') + 1)] ?? {
      mime: 'application/octet-stream',
      compressible: false,
    };
    return { type, integrity: record.integrity, content: new Compressed(bytes, BROTLI_QUALITY) };
  }

  #drop(key: string, size: number): void {
    if (this.#kept.delete(key)) this.#keptBytes -= size;
  }

  #dropOldest(): void {
    for (const key of this.#kept.keys()) {
      if (this.#keptBytes <= KEPT_BYTES || this.#kept.size === 1) return;
      this.#drop(key, this.#records.get(key)?.size ?? 0);
    }
  }
}

import type { ArtifactManifest } from '@portal/contract/artifact';
import type { FileRecord, Store } from '@portal/release/store';
import { StoreError } from '@portal/release/store';
import { Compressed } from './compressed.ts';
import type { Log } from './log.ts';

export interface FileType {
  readonly mime: string;
  readonly compressible: boolean;
}

const TYPES: Readonly<Record<string, FileType>> = {
  js: { mime: 'text/javascript; charset=utf-8', compressible: true },
  mjs: { mime: 'text/javascript; charset=utf-8', compressible: true },
  css: { mime: 'text/css; charset=utf-8', compressible: true },
  json: { mime: 'application/json', compressible: true },
  map: { mime: 'application/json', compressible: true },
  svg: { mime: 'image/svg+xml', compressible: true },
  html: { mime: 'text/html; charset=utf-8', compressible: true },
  png: { mime: 'image/png', compressible: false },
  woff2: { mime: 'font/woff2', compressible: false },
  pdf: { mime: 'application/pdf', compressible: false },
  zip: { mime: 'application/zip', compressible: false },
  ts: { mime: 'text/plain; charset=utf-8', compressible: true },
};

/** How a file is served, by its extension. */
export function fileType(file: string): FileType {
  return (
    TYPES[file.slice(file.lastIndexOf('.') + 1)] ?? {
      mime: 'application/octet-stream',
      compressible: false,
    }
  );
}

/** How many bytes of assets stay in memory; the least recently used are dropped first. */
const KEPT_BYTES = 64 * 1024 * 1024;
/** The highest quality, because each file is compressed only once; less for a large file, because its first visitor waits for that. */
const brotliQuality = (bytes: Uint8Array) => (bytes.length > 1024 * 1024 ? 8 : 11);

/** A file whose bytes match its manifest. */
export interface Asset {
  readonly type: FileType;
  readonly integrity: string;
  readonly content: Compressed;
}

interface Kept {
  readonly size: number;
  readonly loading: Promise<Asset>;
}

type Files = ArtifactManifest['files'];

/**
 * The files of every published version. Serves only files that a manifest lists, and only bytes that match it.
 */
export class Assets {
  readonly #store: Store;
  readonly #log: Log;
  /** Files of the served versions, by the part's name. The store may have lost these versions. */
  #served: ReadonlyMap<string, readonly Files[]> = new Map();
  /** Files of published versions, by the part's name and the version. */
  readonly #published = new Map<string, Map<string, Files>>();
  readonly #kept = new Map<string, Kept>();
  #keptBytes = 0;

  constructor(store: Store, log: Log) {
    this.#store = store;
    this.#log = log;
  }

  /** Sets the versions that are served from now on. */
  serve(manifests: readonly ArtifactManifest[]): void {
    const parts = Map.groupBy(manifests, ({ name }) => name);
    this.#served = new Map([...parts].map(([name, versions]) => [name, versions.map(({ files }) => files)]));
  }

  /**
   * @returns undefined for a file that no published version lists.
   * @throws {InvalidInputError} for a malformed name; {StoreError} when the file is missing or damaged.
   */
  async find(name: string, file: string): Promise<Asset | undefined> {
    const known = this.#recordOf(name, file);
    if (!known) await this.#followPublished(name);
    const record = known ?? this.#recordOf(name, file);
    try {
      return record && (await this.#load(name, file, record));
    } catch (error) {
      if (!(error instanceof StoreError) || error.kind !== 'missing') throw error;
      // If all versions with this file have been pruned, it is unknown, not missing.
      await this.#followPublished(name);
      if (this.#recordOf(name, file)) throw error;
      return undefined;
    }
  }

  /** A file of a version, published or not. @throws {StoreError} when it is missing or damaged. */
  async read({ name, files }: ArtifactManifest, file: string): Promise<Asset> {
    const record = Object.hasOwn(files, file) ? files[file] : undefined;
    if (!record) throw new Error(`the manifest of ${name} lists no ${file}`);
    return this.#load(name, file, record);
  }

  /** Reads every file of a version. @throws {StoreError} naming the one that is missing or damaged. */
  async check(manifest: ArtifactManifest): Promise<void> {
    for (const file of Object.keys(manifest.files)) await this.read(manifest, file);
  }

  #recordOf(name: string, file: string): FileRecord | undefined {
    const versions = [...(this.#served.get(name) ?? []), ...(this.#published.get(name)?.values() ?? [])];
    return versions.find((files) => Object.hasOwn(files, file))?.[file];
  }

  /** Reads the list of published versions, because open tabs need versions that are no longer live. Forgets pruned ones. */
  async #followPublished(name: string): Promise<void> {
    const versions = await this.#store.versions(name);
    const known = this.#published.get(name) ?? new Map<string, Files>();
    for (const version of known.keys()) if (!versions.includes(version)) known.delete(version);
    for (const version of versions) {
      if (known.has(version)) continue;
      try {
        known.set(version, (await this.#store.readManifest(name, version)).files);
      } catch (error) {
        this.#log.once(error);
      }
    }
    if (known.size > 0) this.#published.set(name, known);
    else this.#published.delete(name);
  }

  #load(name: string, file: string, record: FileRecord): Promise<Asset> {
    const key = `${name}/${file}`;
    const kept = this.#kept.get(key);
    if (kept) {
      this.#kept.delete(key);
      this.#kept.set(key, kept);
      return kept.loading;
    }
    const loading = this.#read(name, file, record);
    this.#kept.set(key, { size: record.size, loading });
    this.#keptBytes += record.size;
    this.#dropOldest();
    // The next request tries again: the file may have been restored.
    loading.catch(() => this.#drop(key));
    return loading;
  }

  async #read(name: string, file: string, record: FileRecord): Promise<Asset> {
    const bytes = await this.#store.readFile(name, file, record);
    return { type: fileType(file), integrity: record.integrity, content: new Compressed(bytes, brotliQuality(bytes)) };
  }

  #drop(key: string): void {
    this.#keptBytes -= this.#kept.get(key)?.size ?? 0;
    this.#kept.delete(key);
  }

  #dropOldest(): void {
    for (const key of this.#kept.keys()) {
      if (this.#keptBytes <= KEPT_BYTES || this.#kept.size === 1) return;
      this.#drop(key);
    }
  }
}

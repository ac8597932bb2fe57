import type { ArtifactManifest, FileExtension } from '@portal/contract/artifact';
import type { FileRecord, Store } from '@portal/release/store';
import { StoreError } from '@portal/release/store';
import { BoundedCache } from '../http/bounded-cache.ts';
import type { CacheSize } from '../http/bounded-cache.ts';
import { Compressed, COPIES } from '../http/http-response.ts';
import type { ServerLog } from '@portal/node-kit/server-log';
import { OlderVersions } from './older-versions.ts';

interface FileType {
  readonly mime: string;
  readonly compressible: boolean;
}

const TYPES: Readonly<Partial<Record<string, FileType>>> = {
  js: { mime: 'text/javascript; charset=utf-8', compressible: true },
  css: { mime: 'text/css; charset=utf-8', compressible: true },
  json: { mime: 'application/json', compressible: true },
  svg: { mime: 'image/svg+xml', compressible: true },
  html: { mime: 'text/html; charset=utf-8', compressible: true },
  png: { mime: 'image/png', compressible: false },
  woff2: { mime: 'font/woff2', compressible: false },
  pdf: { mime: 'application/pdf', compressible: false },
} satisfies Record<FileExtension, FileType>;

/** How a file is served, by its extension. */
export function fileType(file: string): FileType {
  return (
    TYPES[file.slice(file.lastIndexOf('.') + 1)] ?? {
      mime: 'application/octet-stream',
      compressible: false,
    }
  );
}

/** Limit for the files of served versions in memory; together they have less. */
const SERVED_BYTES = 64 * 1024 * 1024;
/** Limit for those of older versions, which open tabs still need. */
const OLDER_BYTES = 16 * 1024 * 1024;
/** The highest quality of Brotli, and the standard, because each file is compressed only once. */
export const BEST_BROTLI_QUALITY = 11;
/** Less for a file above 1 MiB, because its first visitor waits for that. */
const qualityFor = (bytes: Uint8Array, quality: number) =>
  bytes.length > 1024 * 1024 ? Math.min(quality, 8) : quality;

/** A file whose bytes match its manifest. */
export interface Asset {
  readonly type: FileType;
  readonly integrity: string;
  readonly content: Compressed;
}

type Files = ArtifactManifest['files'];

const toKey = (name: string, file: string) => `${name}/${file}`;
const toTopic = (name: string, file: string) => `file ${toKey(name, file)}`;

/**
 * The files of every published version. Serves only files that a manifest lists, and only bytes that match it.
 */
export class Assets {
  readonly #store: Store;
  readonly #log: ServerLog;
  readonly #brotliQuality: number;
  /** Files of the served versions, by the part's name. The store may have lost these versions. */
  #served: ReadonlyMap<string, readonly Files[]> = new Map();
  readonly #olderVersions: OlderVersions;
  /** Apart from each other, so that open tabs cannot push out what the server needs when the store is gone. */
  readonly #kept = {
    served: new BoundedCache<Promise<Asset>>(SERVED_BYTES),
    older: new BoundedCache<Promise<Asset>>(OLDER_BYTES),
  };
  /** The keys of files that could not be served the last time. */
  readonly #failed = new Set<string>();

  /** `brotliQuality`: 0 to 11. */
  constructor(store: Store, log: ServerLog, brotliQuality = BEST_BROTLI_QUALITY) {
    this.#store = store;
    this.#log = log;
    this.#brotliQuality = brotliQuality;
    this.#olderVersions = new OlderVersions(store, log);
  }

  /** What is in memory, by the names in the metrics. */
  get caches(): Readonly<Record<'files' | 'older-files' | 'older-versions', CacheSize>> {
    return { files: this.#kept.served, 'older-files': this.#kept.older, 'older-versions': this.#olderVersions.cache };
  }

  /** Sets the versions that are served from now on. */
  serve(manifests: readonly ArtifactManifest[]): void {
    const parts = Map.groupBy(manifests, ({ name }) => name);
    this.#served = new Map([...parts].map(([name, versions]) => [name, versions.map(({ files }) => files)]));
    const { served, older } = this.#kept;
    const now = new Set(manifests.flatMap(({ name, files }) => Object.keys(files).map((file) => toKey(name, file))));
    for (const key of served.keys) if (!now.has(key)) served.moveTo(older, key);
    for (const key of older.keys) if (now.has(key)) older.moveTo(served, key);
  }

  /**
   * @returns undefined for a file that no published version lists, or that the store has no longer.
   * @throws {InvalidInputError} for a malformed name; {StoreError} when the file of a served version is missing, or a
   * file is damaged.
   */
  async find(name: string, file: string): Promise<Asset | undefined> {
    const served = this.#servedRecord(name, file);
    if (served) return this.#load('served', name, file, served);
    const kept = this.#kept.older.get(toKey(name, file));
    if (kept) return kept;
    const record = await this.#olderVersions.readRecord(name, file);
    try {
      return record && (await this.#load('older', name, file, record));
    } catch (error) {
      if (!(error instanceof StoreError) || error.kind !== 'missing') throw error;
      // If all versions with this file have been pruned, it is unknown, not missing.
      if (await this.#olderVersions.forgetPruned(name, file)) throw error;
      return undefined;
    }
  }

  /**
   * Says in the log that a file could not be served. Nothing for a name that no version is known to list: then `find`
   * has said what is wrong.
   */
  reportFailure(name: string, file: string, error: unknown): void {
    if (!this.#servedRecord(name, file) && !this.#olderVersions.lists(name, file)) return;
    this.#failed.add(toKey(name, file));
    this.#log.problem(toTopic(name, file), error);
  }

  /** Says in the log that a file is served again, if it had failed. */
  reportServed(name: string, file: string): void {
    if (this.#failed.delete(toKey(name, file)))
      this.#log.solved(toTopic(name, file), `${toKey(name, file)} can be served again.`);
  }

  /** A file of a version, published or not. @throws {StoreError} when it is missing or damaged. */
  async read({ name, files }: ArtifactManifest, file: string): Promise<Asset> {
    const record = Object.hasOwn(files, file) ? files[file] : undefined;
    if (!record) throw new Error(`the manifest of ${name} lists no ${file}`);
    return this.#load('served', name, file, record);
  }

  /** Reads every file of a version. @throws {StoreError} naming the one that is missing or damaged. */
  async check(manifest: ArtifactManifest): Promise<void> {
    for (const file of Object.keys(manifest.files)) await this.read(manifest, file);
  }

  #servedRecord(name: string, file: string): FileRecord | undefined {
    return this.#served.get(name)?.find((files) => Object.hasOwn(files, file))?.[file];
  }

  #load(cache: 'served' | 'older', name: string, file: string, record: FileRecord): Promise<Asset> {
    const key = toKey(name, file);
    const { served, older } = this.#kept;
    const kept = served.get(key) ?? older.get(key);
    if (kept) return kept;
    const loading = this.#read(name, file, record);
    const copies = fileType(file).compressible ? COPIES : 1;
    this.#kept[cache].set(key, loading, record.size * copies);
    loading.catch(() => {
      // The next request tries again: the file may have been restored.
      for (const each of [served, older]) if (each.peek(key) === loading) each.delete(key);
    });
    return loading;
  }

  async #read(name: string, file: string, record: FileRecord): Promise<Asset> {
    const bytes = await this.#store.readFile(name, file, record);
    const content = new Compressed(bytes, qualityFor(bytes, this.#brotliQuality));
    return { type: fileType(file), integrity: record.integrity, content };
  }
}

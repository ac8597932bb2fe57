interface Entry<Value> {
  readonly value: Value;
  readonly bytes: number;
}

/** What an entry needs besides its content, in bytes: without it, many tiny ones would exceed the limit. */
const ENTRY_BYTES = 1024;

/** What a cache holds; `bytes` is the most that it can need. */
export interface CacheSize {
  readonly size: number;
  readonly bytes: number;
}

/** Values by key, with a limit for the bytes of all of them together; the least recently used are dropped first. */
export class BoundedCache<Value> implements CacheSize {
  readonly #mostBytes: number;
  /** The least recently used first. */
  readonly #entries = new Map<string, Entry<Value>>();
  #bytes = 0;

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get size(): number {
    return this.#entries.size;
  }

  get keys(): readonly string[] {
    return [...this.#entries.keys()];
  }

  get(key: string): Value | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  /** The same without counting as a use. */
  peek(key: string): Value | undefined {
    return this.#entries.get(key)?.value;
  }

  /** `bytes`: the most that the value can need. A value above the limit stays until the next one comes. */
  set(key: string, value: Value, bytes: number): void {
    this.delete(key);
    this.#entries.set(key, { value, bytes: bytes + ENTRY_BYTES });
    this.#bytes += bytes + ENTRY_BYTES;
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#mostBytes || this.#entries.size === 1) return;
      this.delete(oldest);
    }
  }

  delete(key: string): void {
    this.#bytes -= this.#entries.get(key)?.bytes ?? 0;
    this.#entries.delete(key);
  }

  clear(): void {
    this.#entries.clear();
    this.#bytes = 0;
  }

  /** Moves an entry to another cache. */
  moveTo(other: BoundedCache<Value>, key: string): void {
    const entry = this.#entries.get(key);
    if (!entry) return;
    this.delete(key);
    other.set(key, entry.value, entry.bytes - ENTRY_BYTES);
  }
}

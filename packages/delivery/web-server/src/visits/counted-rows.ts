import type { CacheSize } from '../http/bounded-cache.ts';

interface RowKind<Row> {
  /** The same for rows that stand for the same. */
  readonly toKey: (row: Row) => string;
  /** How many rows are kept; those that were counted in the longest ago are dropped first. */
  readonly most: number;
  /** What one row needs, in bytes. */
  readonly rowBytes: number;
}

/** Rows of one kind to count in, with a limit. */
export class CountedRows<Row> implements CacheSize {
  readonly getKey: (row: Row) => string;
  readonly #kind: RowKind<Row>;
  readonly #rows = new Map<string, Row>();

  constructor(kind: RowKind<Row>) {
    this.#kind = kind;
    this.getKey = kind.toKey;
  }

  get size(): number {
    return this.#rows.size;
  }

  get bytes(): number {
    return this.#rows.size * this.#kind.rowBytes;
  }

  has(row: Row): boolean {
    return this.#rows.has(this.getKey(row));
  }

  /** The row to count in: the known one that stands for the same as `fresh`, or else `fresh`. */
  use(fresh: Row): Row {
    const key = this.getKey(fresh);
    const row = this.#rows.get(key) ?? fresh;
    this.#rows.delete(key);
    this.#rows.set(key, row);
    const [oldest = ''] = this.#rows.keys();
    if (this.#rows.size > this.#kind.most) this.#rows.delete(oldest);
    return row;
  }

  drop(isOver: (row: Row) => boolean): void {
    for (const [key, row] of this.#rows) if (isOver(row)) this.#rows.delete(key);
  }

  list(): Row[] {
    return [...this.#rows.values()];
  }
}

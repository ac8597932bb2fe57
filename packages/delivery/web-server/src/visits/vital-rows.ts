import type { VitalRow } from '@portal/contract/visits';
import { VITAL_BOUNDS } from '@portal/contract/visits';
import { versionKey } from './served-views.ts';
import { placeOf } from './visit-rows.ts';

/** How many rows are kept: those of a few hundred versions; the oldest are dropped first. */
const MOST_ROWS = 2000;
/** What one row needs, in bytes. */
const ROW_BYTES = 512;

interface Row extends Omit<VitalRow, 'values'> {
  readonly values: number[];
}

const keyOf = ({ release, part, version, vital }: Omit<VitalRow, 'values'>): string =>
  `${String(release)} ${versionKey(part, version)} ${vital}`;

/** What visits felt, by release and version. */
export class VitalRows {
  readonly #rows = new Map<string, Row>();

  get size(): number {
    return this.#rows.size;
  }

  get bytes(): number {
    return this.#rows.size * ROW_BYTES;
  }

  /** Takes rows that were listed before. */
  restore(listed: readonly VitalRow[]): void {
    for (const row of listed) {
      // Another version of the web server may have had other bounds.
      if (row.values.length === VITAL_BOUNDS[row.vital].length + 1)
        this.#rows.set(keyOf(row), { ...row, values: [...row.values] });
    }
  }

  add({ release, part, version, vital }: Omit<VitalRow, 'values'>, value: number): void {
    const bounds = VITAL_BOUNDS[vital];
    const key = keyOf({ release, part, version, vital });
    const row = this.#rows.get(key) ?? { release, part, version, vital, values: [...bounds, 0].map(() => 0) };
    this.#rows.set(key, row);
    const place = placeOf(value, bounds);
    row.values[place] = (row.values[place] ?? 0) + 1;
    const [oldest = ''] = this.#rows.keys();
    if (this.#rows.size > MOST_ROWS) this.#rows.delete(oldest);
  }

  list(): readonly VitalRow[] {
    return [...this.#rows.values()];
  }
}

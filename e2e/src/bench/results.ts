import type { PageName } from './pages.ts';
import type { Spread } from './statistics.ts';
import { ratioOf, spreadOf } from './statistics.ts';
import type { VariantName } from './variants.ts';
import type { Visit } from './visit.ts';

export type Temperature = 'cold' | 'warm';

/** Which series of visits. */
export interface SeriesKey {
  readonly page: PageName;
  readonly temperature: Temperature;
  readonly variant: VariantName;
}

export type Measure = (visit: Visit) => number;

/** The visits of a run, by round. */
export class Results {
  readonly #visits = new Map<string, Visit[]>();

  add({ page, temperature, variant }: SeriesKey, visit: Visit): void {
    const key = `${page} ${temperature} ${variant}`;
    this.#visits.set(key, [...(this.#visits.get(key) ?? []), visit]);
  }

  has({ page, temperature, variant }: SeriesKey): boolean {
    return this.#visits.has(`${page} ${temperature} ${variant}`);
  }

  #values({ page, temperature, variant }: SeriesKey, measure: Measure): readonly number[] {
    return (this.#visits.get(`${page} ${temperature} ${variant}`) ?? []).map(measure);
  }

  spread(key: SeriesKey, measure: Measure): Spread {
    return spreadOf(this.#values(key, measure));
  }

  /** One variant's values by those of another in the same round. */
  ratio(key: SeriesKey, against: VariantName, measure: Measure): Spread {
    return ratioOf(this.#values(key, measure), this.#values({ ...key, variant: against }, measure));
  }

  /** All visits, to be kept as JSON. */
  toJSON(): Readonly<Record<string, readonly Visit[]>> {
    return Object.fromEntries(this.#visits);
  }
}

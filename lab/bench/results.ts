import type { PageName } from './pages.ts';
import type { Spread } from './statistics.ts';
import { computeRatio, computeSpread } from './statistics.ts';
import type { VariantName } from './variants.ts';
import type { Visit } from './visit.ts';

export type Temperature = 'cold' | 'warm';

/** Which series of visits. */
interface SeriesKey {
  readonly page: PageName;
  readonly temperature: Temperature;
  readonly variant: VariantName;
}

export type Measure = (visit: Visit) => number;

/** What is measured beside visits of pages. */
export const EXTRAS = {
  'to the account': '`/settings` → `/account` by the header, first time',
  'to the account by cable': 'the same by cable (28 ms, 5 Mbit/s), browser idle',
  'to the account by cable and pointer': 'and with the pointer on the link 200 ms before',
  'back to the hubs': '`/account` → `/settings` by the header, files there',
  'letter among 200 hubs': '200 hubs: a letter typed in the search',
  'switch among 200 hubs': '200 hubs: a switch',
  'sort of 200 hubs': '200 hubs: a sort',
  'ratio of rows, 500 hubs': '500 hubs: rows of a first visit, by those of six',
  'after a promotion': '`/settings` after a promotion: rows',
  'bytes after a promotion': '`/settings` after a promotion: KB',
} as const;
export type Extra = keyof typeof EXTRAS;

/** The visits of a run, and what else was measured, by round. */
export class Results {
  readonly #visits = new Map<string, Visit[]>();
  readonly #extras = new Map<string, number[]>();

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
    return computeSpread(this.#values(key, measure));
  }

  /** One variant's values by those of another in the same round. */
  ratio(key: SeriesKey, against: VariantName, measure: Measure): Spread {
    return computeRatio(this.#values(key, measure), this.#values({ ...key, variant: against }, measure));
  }

  addExtra(what: Extra, variant: VariantName, value: number): void {
    const key = `${what} ${variant}`;
    this.#extras.set(key, [...(this.#extras.get(key) ?? []), value]);
  }

  /** Undefined if it was not measured. */
  extra(what: Extra, variant: VariantName): Spread | undefined {
    const values = this.#extras.get(`${what} ${variant}`);
    return values && computeSpread(values);
  }

  /** One variant's values by those of another in the same round; undefined if they were not measured. */
  extraRatio(what: Extra, variant: VariantName, against: VariantName): Spread | undefined {
    const [own, others] = [this.#extras.get(`${what} ${variant}`), this.#extras.get(`${what} ${against}`)];
    return own && others && computeRatio(own, others);
  }

  /** All that was measured, to be kept as JSON. */
  toJSON(): Readonly<Record<string, readonly unknown[]>> {
    return Object.fromEntries<readonly unknown[]>([...this.#visits, ...this.#extras]);
  }
}

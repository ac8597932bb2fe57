import type { ErrorRow, VisitRow, Visits, VitalRow } from '@portal/contract/visits';
import { mergeIgnored, mergeErrors, mergeVisits, mergeVitals, visitKey } from './merge-rows.ts';

/** What one run of one web server counted. */
interface Counted {
  readonly rows: Map<string, VisitRow>;
  readonly sums: Pick<Visits, 'at' | 'vitals' | 'errors' | 'ignored'>;
  /** Milliseconds since the epoch. */
  readonly seenAt: number;
}

const getReports = ({ visits, failed }: VisitRow): number => failed.reduce((sum, [, count]) => sum + count, visits);

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * The visits of all web servers together. A web server that starts again continues its run, or counts from zero in
 * another one, if it could not keep what it had counted; runs are kept apart and added up.
 */
export class VisitCollection {
  readonly #runs = new Map<string, Counted>();
  #merged: readonly VisitRow[] | undefined;

  /** Takes what a web server answered; rows replace those that stand for the same. */
  take({ instance, at, rows, vitals, errors, ignored }: Visits, now: number): void {
    const before = this.#runs.get(instance);
    const run = {
      rows: before?.rows ?? new Map<string, VisitRow>(),
      sums: { at, vitals, errors, ignored },
      seenAt: now,
    };
    for (const row of rows) {
      const key = visitKey(row);
      const known = run.rows.get(key);
      // A web server that was killed continues from counts that may be a minute old: what was counted stays counted.
      if (known === undefined || getReports(row) >= getReports(known)) run.rows.set(key, row);
    }
    this.#runs.set(instance, run);
    this.#merged = undefined;
  }

  /** Forgets the rows that are not to be kept, and runs that ended more than a day ago. */
  forget(keeps: (row: VisitRow) => boolean, now: number): void {
    for (const [instance, { rows, seenAt }] of this.#runs) {
      for (const [key, row] of rows) if (!keeps(row)) rows.delete(key);
      if (rows.size === 0 && now - seenAt > DAY_MS) this.#runs.delete(instance);
    }
    this.#merged = undefined;
  }

  /** What each run counted, for the judge, which compares visits of one run at a time. */
  runs(): readonly Pick<Visits, 'instance' | 'at' | 'rows'>[] {
    return [...this.#runs].map(
      ([
        instance,
        {
          rows,
          sums: { at },
        },
      ]) => ({ instance, at, rows: [...rows.values()] }),
    );
  }

  /** Ascending by interval. */
  visits(): readonly VisitRow[] {
    this.#merged ??= mergeVisits(this.#all(({ rows }) => rows.values()));
    return this.#merged;
  }

  vitals(): readonly VitalRow[] {
    return mergeVitals(this.#all(({ sums }) => sums.vitals));
  }

  errors(): readonly ErrorRow[] {
    return mergeErrors(this.#all(({ sums }) => sums.errors));
  }

  ignored(): Readonly<Record<string, number>> {
    return mergeIgnored([...this.#runs.values()].map(({ sums }) => sums.ignored));
  }

  *#all<Row>(getRows: (run: Counted) => Iterable<Row>): Generator<Row> {
    for (const run of this.#runs.values()) yield* getRows(run);
  }
}

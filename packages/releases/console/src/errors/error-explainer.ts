import type { ErrorRow } from '@portal/contract/visits';
import { explainPosition, positionsIn } from '@portal/release/operations/explain-position';
import type { Store } from '@portal/release/store';

/** Errors of one cause, with the place in the sources; undefined if nobody can tell. */
export interface ExplainedError extends ErrorRow {
  readonly source: string | undefined;
}

/** So many places are remembered: a file with a hash in its name never changes. */
const MAX_KNOWN = 500;

/** Finds the sources of errors by the source maps in the store. */
export class ErrorExplainer {
  /** By "PART/FILE:LINE:COLUMN", the oldest first. */
  readonly #known = new Map<string, string | undefined>();

  /** Never throws: an error without a source is still shown. */
  async explain(store: Store, rows: readonly ErrorRow[]): Promise<readonly ExplainedError[]> {
    const explained: ExplainedError[] = [];
    for (const row of rows) explained.push({ ...row, source: await this.#readSource(store, row) });
    return explained;
  }

  async #readSource(store: Store, { part, position }: ErrorRow): Promise<string | undefined> {
    const key = `${part}/${position ?? ''}`;
    const [place] = positionsIn(key).values();
    if (!place) return undefined;
    if (!this.#known.has(key)) {
      const found = await explainPosition(store, place).catch(() => undefined);
      const isKnown = found !== undefined && !('unknown' in found);
      const [innermost] = isKnown ? found.functions : [];
      const at = innermost === undefined ? '' : ` in ${innermost}`;
      this.#known.set(key, isKnown ? `${found.source}:${String(found.line)}${at}` : undefined);
      const [oldest] = this.#known.keys();
      if (this.#known.size > MAX_KNOWN && oldest !== undefined) this.#known.delete(oldest);
    }
    return this.#known.get(key);
  }
}

/** So many errors of a part are shown. */
const SHOWN = 5;

/** The errors to show of each part: those of versions in use in the last day, the most frequent first. */
export function errorsToShow(
  errors: readonly ErrorRow[],
  inUse: (part: string, version: string) => boolean,
  from: number,
): readonly ErrorRow[] {
  const recent = errors.filter(
    ({ part, version, lastAt }) => inUse(part, version) && Date.parse(lastAt) / 1000 >= from,
  );
  return [...Map.groupBy(recent, ({ part }) => part).values()].flatMap((ofPart) =>
    ofPart.toSorted((a, b) => b.visits - a.visits).slice(0, SHOWN),
  );
}

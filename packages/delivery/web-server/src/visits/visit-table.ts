import { randomUUID } from 'node:crypto';
import type { ErrorRow, VisitRow, Visits, VitalRow } from '@portal/contract/visits';
import { parseVisits, VITAL_BOUNDS } from '@portal/contract/visits';
import { hostname } from 'node:os';
import type { CacheSize } from '../http/bounded-cache.ts';
import type { ReleaseState } from '../releases/live-release.ts';
import { versionKey } from './open-visits.ts';
import type { StateFolder } from '../state-folder.ts';

interface RowKind<Row> {
  /** The same for rows that stand for the same. */
  readonly toKey: (row: Row) => string;
  /** How many rows are kept; those that were counted in the longest ago are dropped first. */
  readonly most: number;
  /** What one row needs, in bytes. */
  readonly rowBytes: number;
}

/** Rows of one kind to count in, with a limit. */
class CountedRows<Row> implements CacheSize {
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

/** How long rows of visits are kept, in seconds. */
const KEPT_SECONDS = 24 * 60 * 60;
/**
 * How many different errors of one version are kept; a new one replaces the one that the fewest visits had, the one
 * seen longest ago first.
 */
const ERRORS_PER_VERSION = 50;

/**
 * All that one web server has counted: the document, the file that a restart continues from, and the sizes in the
 * metrics follow from it.
 */
export class VisitTable {
  readonly rows = new CountedRows<VisitRow>({
    toKey: ({ release, interval, part, version }) =>
      `${String(release)} ${String(interval)} ${versionKey(part, version)}`,
    // A day of five parts with two versions each has 43,200.
    most: 50_000,
    rowBytes: 600,
  });
  readonly vitals = new CountedRows<VitalRow>({
    toKey: ({ release, part, version, vital }) => `${String(release)} ${versionKey(part, version)} ${vital}`,
    // Those of a few hundred versions.
    most: 2000,
    rowBytes: 512,
  });
  readonly errors = new CountedRows<ErrorRow>({
    toKey: ({ part, version, failure, position, message }) =>
      `${versionKey(part, version)} ${failure} ${position ?? ''} ${message}`,
    most: 2500,
    rowBytes: 1024,
  });
  /** Reports that moved no figure, by reason. */
  readonly ignored: Record<string, number> = {};
  #instance: string = randomUUID();
  readonly #startedAt: string;
  readonly #clock: () => number;

  /** `clock`: the time of day, in milliseconds since the epoch. */
  constructor(clock: () => number) {
    this.#clock = clock;
    this.#startedAt = new Date(clock()).toISOString();
  }

  get caches(): Readonly<Record<string, CacheSize>> {
    return { 'visit-rows': this.rows, 'vital-rows': this.vitals, errors: this.errors };
  }

  /** The row of an error, for which a rare one makes room. */
  useError(fresh: ErrorRow): ErrorRow {
    const others = this.errors.has(fresh) ? [] : this.errors.list().filter((row) => isSameVersion(row, fresh));
    if (others.length >= ERRORS_PER_VERSION) {
      const [rarest] = others.toSorted((a, b) => a.visits - b.visits || a.lastAt.localeCompare(b.lastAt));
      this.errors.drop((row) => row === rarest);
    }
    return this.errors.use(fresh);
  }

  /** Continues what another process has counted; to be called before the first report. */
  restore({ instance, rows, vitals, errors, ignored }: Visits): void {
    this.#instance = instance;
    for (const row of rows) this.rows.use(row);
    for (const row of errors) this.errors.use(row);
    // Another version of the web server may have had other bounds.
    for (const row of vitals) if (row.values.length === VITAL_BOUNDS[row.vital].length + 1) this.vitals.use(row);
    Object.assign(this.ignored, ignored);
  }

  /** The document, without the rows of intervals before `after`, in seconds since the epoch. */
  make({ release, heldBack, refuses }: Pick<ReleaseState, 'release' | 'heldBack' | 'refuses'>, after = 0): Visits {
    const now = this.#clock();
    this.rows.drop(({ interval }) => interval <= now / 1000 - KEPT_SECONDS);
    const rows = this.rows.list().filter(({ interval }) => interval >= after);
    return {
      schema: 1,
      instance: this.#instance,
      startedAt: this.#startedAt,
      at: new Date(now).toISOString(),
      served: release?.number ?? 0,
      heldBack: [...heldBack],
      ...(refuses && { refuses }),
      rows: rows.toSorted((a, b) => a.interval - b.interval),
      vitals: this.vitals.list(),
      errors: this.errors.list(),
      ignored: this.ignored,
    };
  }
}

const isSameVersion = (one: ErrorRow, other: ErrorRow) => one.part === other.part && one.version === other.version;

/** What a server that is killed loses at most. In milliseconds. */
const BETWEEN_WRITES_MS = 60_000;

interface SavedVisitsOptions {
  readonly state: StateFolder;
  readonly table: VisitTable;
  /** Of the portal: of several web servers that share a folder, each continues its own counts. */
  readonly port: number;
  /** A clock that never goes back, in milliseconds. */
  readonly now: () => number;
}

/** Keeps what was counted over a restart, so that the web server continues the counts of the one before. */
export class SavedVisits {
  readonly #options: SavedVisitsOptions;
  readonly #name: string;
  #writtenAt: number;
  #writing: Promise<void> = Promise.resolve();

  constructor(options: SavedVisitsOptions) {
    this.#options = options;
    this.#name = `visits-${hostname().replaceAll(/[^\w.-]/g, '_')}-${String(options.port)}.json`;
    this.#writtenAt = options.now();
  }

  /** Continues the counts of the process before. */
  async restore(): Promise<void> {
    const { state, table } = this.#options;
    const text = await state.read(this.#name);
    if (text === undefined) return;
    try {
      table.restore(parseVisits(JSON.parse(text)));
    } catch (error) {
      state.report(this.#name, error);
    }
  }

  /** To be called after something was counted. */
  writeSometimes(): void {
    if (this.#options.now() - this.#writtenAt < BETWEEN_WRITES_MS) return;
    void this.write();
  }

  /** Resolves when all that was counted is written. */
  write(): Promise<void> {
    const { state, table, now } = this.#options;
    this.#writtenAt = now();
    this.#writing = this.#writing.then(async () => {
      const document = table.make({ release: undefined, heldBack: [], refuses: undefined });
      await state.write(this.#name, JSON.stringify(document));
    });
    return this.#writing;
  }
}

import { createHash } from 'node:crypto';
import { maskMessage } from '@portal/contract/masked';
import type { PartReport } from '@portal/contract/report';
import type { ErrorRow } from '@portal/contract/visits';
import { versionKey } from './served-views.ts';

/** How many different errors of one version are kept; a new one replaces the one that the fewest visits had, the one seen longest ago first. */
const GROUPS_PER_VERSION = 50;
/** How many versions' errors are kept; those whose last error is the oldest are dropped first. */
const MOST_VERSIONS = 50;
/** What one group needs, in bytes. */
const GROUP_BYTES = 1024;

type Failure = Extract<PartReport, { readonly failure: unknown }>;
interface Group extends Omit<ErrorRow, 'visits' | 'lastAt'> {
  visits: number;
  lastAt: string;
}

const causeOf = ({ failure, position, message }: Pick<ErrorRow, 'failure' | 'position' | 'message'>): string =>
  `${failure} ${position ?? ''} ${message}`;

/** Errors by version and cause, with the number of visits that had each. */
export class ErrorGroups {
  readonly #versions = new Map<string, Map<string, Group>>();

  get size(): number {
    return [...this.#versions.values()].reduce((sum, { size }) => sum + size, 0);
  }

  get bytes(): number {
    return this.size * GROUP_BYTES;
  }

  /** The key of a report's error within its version; undefined for a report that says nothing about one. */
  static keyOf({ failure, message, position }: Failure): string | undefined {
    // Masked here as well, because anybody can send anything.
    return message === undefined
      ? undefined
      : causeOf({ failure, position: position ?? null, message: maskMessage(message) });
  }

  /** A number that no other error of a visit has, but by rare chance. */
  static fingerprintOf(key: string): number {
    // Of 30 bits, which V8 keeps without an object.
    return createHash('sha256').update(key).digest().readUInt32BE() >>> 2;
  }

  /** Counts a visit with this error; `now` in milliseconds since the epoch. */
  add({ part, version, failure, message = '', position }: Failure, key: string, now: number): void {
    const name = versionKey(part, version);
    const groups = this.#versions.get(name) ?? new Map<string, Group>();
    this.#versions.delete(name);
    this.#versions.set(name, groups);
    const at = new Date(now).toISOString();
    const group = groups.get(key);
    if (group) {
      group.visits += 1;
      group.lastAt = at;
    } else {
      if (groups.size >= GROUPS_PER_VERSION) groups.delete(rarest(groups));
      const masked = maskMessage(message);
      groups.set(key, {
        part,
        version,
        failure,
        message: masked,
        position: position ?? null,
        visits: 1,
        firstAt: at,
        lastAt: at,
      });
    }
    const [oldest = ''] = this.#versions.keys();
    if (this.#versions.size > MOST_VERSIONS) this.#versions.delete(oldest);
  }

  /** Takes rows that were listed before. */
  restore(listed: readonly ErrorRow[]): void {
    for (const row of listed) {
      const name = versionKey(row.part, row.version);
      const groups = this.#versions.get(name) ?? new Map<string, Group>();
      this.#versions.set(name, groups.set(causeOf(row), { ...row }));
    }
  }

  list(): readonly ErrorRow[] {
    return [...this.#versions.values()].flatMap((groups) => [...groups.values()]);
  }
}

function rarest(groups: ReadonlyMap<string, Group>): string {
  const [[key] = ['']] = [...groups].toSorted(
    ([, a], [, b]) => a.visits - b.visits || a.lastAt.localeCompare(b.lastAt),
  );
  return key;
}

import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { MALFORMED } from './malformed.ts';

const LONGEST_DELAY_MS = 60_000;
const CALL = /^(GET|PUT|POST|DELETE) \/?(?!\/)(\S+)$/;
const PLACEHOLDER = /\*|\{[^}]*\}/;

const count = (most: number) => v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(most));

/** A fault that a call meets; see docs/development-backend.md. */
export const FaultSchema = v.pipe(
  v.strictObject({
    /** Method and path as in section 7 ("GET hubs", "PUT hubs/{serial}+{partNumber}/settings"); a `*` matches one part, too. */
    call: v.pipe(
      v.string(),
      v.regex(CALL, 'must be a method and a path below the API, such as "PUT hubs/{serial}+{partNumber}/settings"'),
    ),
    /** Status of the answer. */
    status: v.optional(v.pipe(v.number(), v.integer(), v.minValue(200), v.maxValue(599))),
    /** Milliseconds before anything else happens. */
    delayMs: v.optional(count(LONGEST_DELAY_MS)),
    /** A way to malform the answer, or a body to answer with. */
    body: v.optional(
      v.union(
        [v.picklist(MALFORMED), v.strictObject({ text: v.string(), contentType: v.optional(v.string()) })],
        `must be one of ${MALFORMED.join(', ')}, or { text, contentType }`,
      ),
    ),
    /** Closes the connection instead of answering. */
    drop: v.optional(v.literal(true, 'must be true, or left out')),
    /** Whether the call still does its work; by default unless `status`, `drop` or a text replaces its answer. */
    carryOut: v.optional(v.boolean()),
    /** For the next so many calls; without it for all until it is cleared. */
    times: v.optional(count(10_000)),
    /** Only for this person's calls. */
    email: v.optional(v.pipe(v.string(), v.email('must be the e-mail address of a person'))),
  }),
  v.check(
    ({ status, delayMs, body, drop }) => [status, delayMs, body, drop].some((effect) => effect !== undefined),
    'needs at least one of status, delayMs, body and drop',
  ),
  v.check(
    ({ drop, status, body }) => !(drop && (status !== undefined || body !== undefined)),
    'cannot both drop the connection and answer with status or body',
  ),
);
/** A fault in a test's request. */
export type Fault = v.InferOutput<typeof FaultSchema>;

const withoutSlashes = (path: string) => path.replace(/^\/+|\/+$/g, '');

function pathPattern(path: string): RegExp {
  const [pathname = ''] = path.split('?');
  const parts = withoutSlashes(pathname).split(PLACEHOLDER);
  const literal = parts.map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return new RegExp(`^${literal.join('[^/]+')}$`);
}

/** Recognizes the calls that a fault's `call` means. `path` is relative to the API's base. */
function callMatcher(call: string): (method: string, path: string) => boolean {
  const [, wanted, path = ''] = CALL.exec(call) ?? [];
  const pattern = pathPattern(path);
  return (method, called) => method === wanted && pattern.test(withoutSlashes(called));
}

/** Whether the call does its work although it meets the fault. */
export function isCarriedOut({ carryOut, status, drop, body }: Fault): boolean {
  return carryOut ?? (status === undefined && drop === undefined && typeof body !== 'object');
}

/** Number of faults from which on spent ones are removed. */
const MOST_FAULTS = 500;

/** A fault, and how often it has been met. */
export type ListedFault = Fault & { readonly id: string; readonly used: number };

interface Entry {
  readonly id: string;
  readonly fault: Fault;
  /** The identity that the fault is limited to. */
  readonly subject: string | undefined;
  readonly matches: ReturnType<typeof callMatcher>;
  used: number;
}

const isSpent = ({ fault: { times }, used }: Entry) => times !== undefined && used >= times;
const listed = ({ id, fault, used }: Entry): ListedFault => ({ ...fault, id, used });

/** The requested faults. If several match a call, it meets the one that was added first. */
export class Faults {
  #entries: Entry[] = [];

  /** `subject` is the identity that it is limited to. */
  add(fault: Fault, subject: string | undefined): ListedFault {
    if (this.#entries.length >= MOST_FAULTS) this.#entries = this.#entries.filter((entry) => !isSpent(entry));
    const entry = { id: randomUUID(), fault, subject, matches: callMatcher(fault.call), used: 0 };
    this.#entries.push(entry);
    return listed(entry);
  }

  list(): readonly ListedFault[] {
    return this.#entries.map(listed);
  }

  /** Removes all faults, or those that `which` picks; returns how many. */
  clear(which: (fault: ListedFault) => boolean = () => true): number {
    const before = this.#entries.length;
    this.#entries = this.#entries.filter((entry) => !which(listed(entry)));
    return before - this.#entries.length;
  }

  /** Whether a call could meet a fault. Checked before the caller is looked up, which costs time. */
  awaits(method: string, path: string): boolean {
    return this.#entries.some((entry) => !isSpent(entry) && entry.matches(method, path));
  }

  /** The fault that this call meets, which counts as one use of it. */
  take(method: string, path: string, subject: string | undefined): Fault | undefined {
    const entry = this.#entries.find(
      (candidate) =>
        !isSpent(candidate) &&
        candidate.matches(method, path) &&
        (candidate.subject === undefined || candidate.subject === subject),
    );
    if (!entry) return undefined;
    entry.used += 1;
    return entry.fault;
  }
}

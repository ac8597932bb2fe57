import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { MALFORMED } from './malformed.ts';

const LONGEST_DELAY_MS = 60_000;
const CALL = /^(GET|PUT|POST|DELETE) \/?(?!\/)(\S+)$/;
const PLACEHOLDER = /\*|\{[^}]*\}/;

const count = (most: number) => v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(most));

/** A fault to inject into a call; see docs/development-backend.md. */
export const FaultSchema = v.pipe(
  v.strictObject({
    /** Method and path as in section 7 ("GET hubs", "PUT hubs/{serial}+{partNumber}/settings"); `*` also matches one segment. */
    call: v.pipe(
      v.string(),
      v.regex(CALL, 'must be a method and a path below the API, such as "PUT hubs/{serial}+{partNumber}/settings"'),
    ),
    /** Status of the answer. */
    status: v.optional(v.pipe(v.number(), v.integer(), v.minValue(200), v.maxValue(599))),
    /** Delay before anything else happens, in milliseconds. */
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
    /** Whether the call is still carried out; by default unless `status`, `drop` or a text replaces its answer. */
    carryOut: v.optional(v.boolean()),
    /** How many calls get the fault; without it all, until it is deleted. */
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

/** Recognizes the calls that match a fault's `call`. `path` is relative to the API's base. */
function callMatcher(call: string): (method: string, path: string) => boolean {
  const [, wanted, path = ''] = CALL.exec(call) ?? [];
  const pattern = pathPattern(path);
  return (method, called) => method === wanted && pattern.test(withoutSlashes(called));
}

/** Whether the call is carried out in spite of the fault. */
export function isCarriedOut({ carryOut, status, drop, body }: Fault): boolean {
  return carryOut ?? (status === undefined && drop === undefined && typeof body !== 'object');
}

/** Above this number of faults, used-up ones are removed. */
const MOST_FAULTS = 500;

/** A fault, and how many calls it was injected into. */
type ListedFault = Fault & { readonly id: string; readonly used: number };

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

/** The requested faults. If several match a call, the oldest one applies. */
export class Faults {
  #entries: Entry[] = [];

  /** `subject`: the identity that the fault is limited to. */
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

  /** Whether a fault may match the call. Checked first, because it takes time to look up the caller. */
  awaits(method: string, path: string): boolean {
    return this.#entries.some((entry) => !isSpent(entry) && entry.matches(method, path));
  }

  /** The fault that applies to this call. Counts as one use of it. */
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

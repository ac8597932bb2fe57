import * as v from 'valibot';

/** A call in a fault or a sample answer: its method, and its path below the API. */
export const CALL = /^(GET|PUT|POST|DELETE) \/?(?!\/)(\S+)$/;
const PLACEHOLDER = /\*|\{[^}]*\}/;

/** The ways in which an answer can be malformed. */
const MALFORMED = ['html', 'extra-fields'] as const;

/** A fault to inject into a call. */
export const FaultSchema = v.pipe(
  v.strictObject({
    /**
     * Method and path as in section 7 ("GET hubs", "PUT hubs/{serial}+{partNumber}/settings"); `*` also matches one
     * segment.
     */
    call: v.pipe(
      v.string(),
      v.regex(CALL, 'must be a method and a path below the API, such as "PUT hubs/{serial}+{partNumber}/settings"'),
    ),
    /** Status of the answer. */
    status: v.optional(v.pipe(v.number(), v.integer(), v.minValue(200), v.maxValue(599))),
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
    times: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
    /** Only for this person's calls. */
    email: v.optional(v.pipe(v.string(), v.email('must be the e-mail address of a person'))),
  }),
  v.check(
    ({ status, body, drop }) => [status, body, drop].some((effect) => effect !== undefined),
    'needs at least one of status, body and drop',
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

/** Recognizes the calls that match. `path` is relative to the API's base. */
export function callMatcher(call: string): (method: string, path: string) => boolean {
  const [, wanted, path = ''] = CALL.exec(call) ?? [];
  const pattern = pathPattern(path);
  return (method, called) => method === wanted && pattern.test(withoutSlashes(called));
}

/** Whether the call is carried out in spite of the fault. */
export function isCarriedOut({ carryOut, status, drop, body }: Fault): boolean {
  return carryOut ?? (status === undefined && drop === undefined && typeof body !== 'object');
}

interface Entry {
  readonly fault: Fault;
  /** The identity that the fault is limited to. */
  readonly subject: string | undefined;
  readonly matches: ReturnType<typeof callMatcher>;
  /** How many calls still get it. */
  left: number;
}

/** The requested faults. If several match a call, the oldest one applies. */
export class Faults {
  #entries: Entry[] = [];

  /** `subject`: the identity that the fault is limited to. */
  add(fault: Fault, subject: string | undefined): void {
    const left = fault.times ?? Infinity;
    this.#entries.push({ fault, subject, matches: callMatcher(fault.call), left });
  }

  /** Removes all faults, or those of one person; returns how many. */
  clear(email: string | undefined): number {
    const before = this.#entries.length;
    this.#entries = this.#entries.filter(({ fault }) => email !== undefined && fault.email !== email);
    return before - this.#entries.length;
  }

  /** Whether a fault may match the call. Checked first, because it takes time to look up the caller. */
  awaits(method: string, path: string): boolean {
    return this.#entries.some((entry) => entry.left > 0 && entry.matches(method, path));
  }

  /** The fault that applies to this call. Counts as one use of it. */
  take(method: string, path: string, subject: string | undefined): Fault | undefined {
    const entry = this.#entries.find(
      (candidate) =>
        candidate.left > 0 &&
        candidate.matches(method, path) &&
        (candidate.subject === undefined || candidate.subject === subject),
    );
    if (!entry) return undefined;
    entry.left -= 1;
    return entry.fault;
  }
}

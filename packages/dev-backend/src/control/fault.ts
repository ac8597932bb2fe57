import * as v from 'valibot';
import { MALFORMED } from './malformed.ts';

const LONGEST_DELAY_MS = 60_000;
const CALL = /^(GET|PUT|POST|DELETE) \/?(?!\/)(\S+)$/;
const PLACEHOLDER = /\*|\{[^}]*\}/;

const count = (most: number) => v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(most));

/** What one call is to meet; see docs/development-backend.md. */
export const FaultSchema = v.pipe(
  v.strictObject({
    /** Method and path as in section 7 ("GET hubs", "PUT hubs/{serial}+{partNumber}/settings"); a `*` stands for a part, too. */
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
    /** Whether the call does its work all the same; by default unless `status`, `drop` or a text stands in for its answer. */
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
/** A fault as a test asks for it. */
export type Fault = v.InferOutput<typeof FaultSchema>;

const withoutSlashes = (path: string) => path.replace(/^\/+|\/+$/g, '');

function pathPattern(path: string): RegExp {
  const [pathname = ''] = path.split('?');
  const parts = withoutSlashes(pathname).split(PLACEHOLDER);
  const literal = parts.map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return new RegExp(`^${literal.join('[^/]+')}$`);
}

/** Recognizes the calls that a fault's `call` means. `path` is relative to the API's base. */
export function callMatcher(call: string): (method: string, path: string) => boolean {
  const [, wanted, path = ''] = CALL.exec(call) ?? [];
  const pattern = pathPattern(path);
  return (method, called) => method === wanted && pattern.test(withoutSlashes(called));
}

/** Whether the call does its work although it meets the fault. */
export function isCarriedOut({ carryOut, status, drop, body }: Fault): boolean {
  return carryOut ?? (status === undefined && drop === undefined && typeof body !== 'object');
}

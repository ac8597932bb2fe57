import * as v from 'valibot';
import type { Declaration } from './declaration.ts';
import { InvalidInputError } from './parse.ts';

/*
 * Every page has the header items and footer links of all live parts, so one part must not make it large or slow for all. Stored declarations
 * are parsed without these limits: a release from before them stays readable.
 */

const characters = (limit: number) =>
  v.pipe(v.string(), v.maxLength(limit, `must have at most ${String(limit)} characters`));
const list = <Item extends v.GenericSchema>(item: Item, limit: number) =>
  v.pipe(v.array(item), v.maxLength(limit, `must have at most ${String(limit)} entries`));

const path = v.pipe(
  characters(200),
  v.check((value) => value.split('/').length <= 11, 'must have at most 10 segments'),
);
/** A key of `texts`. */
const key = characters(100);
const anyRole = list(characters(100), 20);
const access = v.union([
  v.string(),
  v.object({ role: characters(100), otherwise: path }),
  v.object({ anyRole, otherwise: path }),
  v.object({ signedInWithout: characters(100), otherwise: path }),
]);
/** The release policy tries every way in which features can be on or off. */
const when = v.optional(v.pipe(v.record(characters(60), v.boolean()), v.maxEntries(4, 'must have at most 4 entries')));
const order = v.pipe(
  v.number(),
  v.minValue(-1_000_000, 'must be at least -1000000'),
  v.maxValue(1_000_000, 'must be at most 1000000'),
);
const route = v.object({
  path,
  title: key,
  access,
  page: characters(60),
  reads: list(characters(200), 5),
  when,
  index: v.optional(v.object({ description: key, locales: list(v.string(), 50), path: v.optional(path) })),
});
const text = v.record(v.string(), characters(300));

const LimitsSchema = v.object({
  name: characters(60),
  onlyFor: v.optional(v.object({ anyRole })),
  features: v.optional(list(characters(60), 10)),
  routes: list(route, 100),
  redirects: v.optional(list(v.object({ from: path, to: path, when }), 100)),
  header: list(v.object({ path, label: key, order }), 10),
  footer: v.optional(list(v.object({ path, label: key, order }), 12)),
  texts: v.pipe(v.record(key, text), v.maxEntries(500, 'must have at most 500 entries')),
});

/** How large a declaration may be as JSON in UTF-8, in bytes. */
const DECLARATION_BYTES = 64 * 1024;

/** Size of declarations as JSON in UTF-8, in bytes. */
export function getBytes(declarations: readonly Declaration[]): number {
  const encoder = new TextEncoder();
  return declarations.reduce((sum, each) => sum + encoder.encode(JSON.stringify(each)).length, 0);
}

/** @throws {InvalidInputError} naming the field and the limit that it exceeds. `what` names the declaration. */
export function checkDeclarationLimits(what: string, declaration: Declaration): void {
  const result = v.safeParse(LimitsSchema, declaration, { abortPipeEarly: true });
  // A key of "texts" may be the field that is too long.
  const [issue] = result.issues ?? [];
  if (issue) throw new InvalidInputError(what, (v.getDotPath(issue) ?? '').slice(0, 150), issue.message);
  if (getBytes([declaration]) <= DECLARATION_BYTES) return;
  throw new InvalidInputError(what, '', `must have at most ${String(DECLARATION_BYTES)} bytes as JSON`);
}

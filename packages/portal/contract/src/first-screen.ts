import * as v from 'valibot';
import type { AttributeMarkup, FirstScreenMarkup, Markup, ShownFields, ShownRows } from './expand-markup.ts';
import { hasHole, ROWS } from './expand-markup.ts';
import { perLanguage } from './frame.ts';
import { parseInput } from './parse.ts';

/** Beginning of the name of the file with a part's first screens: `first-screens.HASH.json`. */
export const FIRST_SCREENS_FILE = 'first-screens';

const choiceOf = <const Schema extends v.GenericSchema>(value: Schema) =>
  v.strictObject({ by: v.string(), of: v.array(v.strictTuple([v.array(v.string()), value])) });

/** Elements that run code or fetch something, and attributes that do: no first screen has them. */
const TAG = v.pipe(v.string(), v.regex(/^(?!script|style|iframe|object|embed|link|meta|base$)[a-z][a-z0-9]*$/i));
const ATTRIBUTE = v.pipe(v.string(), v.regex(/^(?!on|style$|src|form|poster$|background$|action$|data$)[a-z-]+$/i));
/** Attributes that may have texts of the API. */
const NAMES = /^(value|title|alt|aria-[a-z]+)$/i;

const attribute: v.GenericSchema<AttributeMarkup> = v.lazy(() => v.union([v.string(), v.null(), choiceOf(attribute)]));
const attributes = v.pipe(
  v.record(ATTRIBUTE, attribute),
  v.check(
    (all) => Object.entries(all).every(([name, each]) => NAMES.test(name) || !hasHole(JSON.stringify(each))),
    'must have texts of the API in names and values alone',
  ),
);
const markup: v.GenericSchema<Markup> = v.lazy(() =>
  v.union([v.string(), v.literal(ROWS), v.strictTuple([TAG, attributes, v.array(markup)]), choiceOf(v.array(markup))]),
);

const FIELDS = {
  choices: v.record(v.string(), v.array(v.string())),
  holes: v.record(v.string(), v.picklist(['text', 'optional', 'day', 'country'])),
  needs: v.array(v.string()),
};
const ShownFieldsSchema: v.GenericSchema<ShownFields> = v.strictObject(FIELDS);
const ShownRowsSchema: v.GenericSchema<ShownRows> = v.strictObject({
  ...FIELDS,
  read: v.string(),
  most: v.pipe(v.number(), v.integer()),
  together: v.string(),
});

/** What a first screen may depend on besides the account. `link:NAME`: the configuration has that link out of the portal. `feature:NAME`: it has that feature on. */
export type FirstScreenCondition = `link:${string}` | `feature:${string}`;
const condition = v.custom<FirstScreenCondition>(
  (input) => typeof input === 'string' && /^(link|feature):\w+$/.test(input),
);

const ScreenSchema = v.object({
  /** Path of a route for users who are signed in. */
  path: v.pipe(v.string(), v.startsWith('/')),
  /** The variants differ by these; few, because each doubles them. */
  conditions: v.pipe(v.array(condition), v.maxLength(4)),
  account: ShownFieldsSchema,
  rows: v.optional(ShownRowsSchema),
  /** By the conditions that hold, joined by a space. */
  variants: v.record(v.string(), perLanguage(v.strictObject({ screen: v.array(markup), row: v.array(markup) }))),
});
const ScreensSchema = v.object({ screens: v.array(ScreenSchema) });
/**
 * What pages for users who are signed in begin with, which a page fills before any module runs: static markup that a part's build makes of the
 * page's own component, with choices and holes for what the API answers.
 */
type FirstScreens = v.InferOutput<typeof ScreensSchema>;

/** The first screens of a part. @throws {InvalidInputError} naming the bad field. */
export function parseFirstScreens(what: string, input: unknown): FirstScreens {
  return parseInput(what, ScreensSchema, input);
}

/** What a page carries: the screen in its language, and where the portal shows it. */
export interface CarriedFirstScreen extends FirstScreenMarkup {
  readonly path: string;
}

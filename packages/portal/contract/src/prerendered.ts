import * as v from 'valibot';
import { PortalConfigSchema } from './config.ts';
import type { PreviewFields, PreviewRows } from './data-preview.ts';
import { codeSlot } from './data-preview.ts';
import { LANGUAGES } from './language.ts';
import type { AttributeMarkup, Markup } from './markup.ts';
import { slotsIn } from './markup.ts';
import { InvalidInputError, parseInput } from './parse.ts';
import { onlyValue } from './paths.ts';

export const perLanguage = <const Schema extends v.GenericSchema>(schema: Schema) =>
  v.strictObject(v.entriesFromList(LANGUAGES, schema));

/** Beginning of the name of the file with a part's prerendered pages: `prerendered.HASH.json`. */
export const PRERENDERED_FILE = 'prerendered';

/** Elements that run code or fetch something, and attributes that do: no prerendered page has them. */
const TAG = /^(?!script|style|iframe|object|embed|link|meta|base$)[a-z][a-z0-9]*$/i;
const ATTRIBUTE = /^(?!on|style$|src|form|poster$|background$|action$|data$)[a-z][a-z0-9-]*$/i;
/** Attributes that may have texts of the API; others have addresses of the configuration alone. */
const TEXT_ATTRIBUTE = /^(value|title|alt|aria-[a-z]+)$/i;

const getChoice = <const Schema extends v.GenericSchema>(value: Schema) =>
  v.strictObject({ by: v.string(), of: v.array(v.strictTuple([v.array(v.string()), value])) });
const attribute: v.GenericSchema<AttributeMarkup> = v.lazy(() => v.union([v.string(), v.null(), getChoice(attribute)]));
const attributes = v.pipe(
  v.record(v.pipe(v.string(), v.regex(ATTRIBUTE)), attribute),
  v.check(
    (all) =>
      Object.entries(all).every(
        ([name, each]) =>
          TEXT_ATTRIBUTE.test(name) || slotsIn(JSON.stringify(each)).every((slot) => slot.startsWith('link.')),
      ),
    'must have texts of the API in names and values alone',
  ),
);
const node: v.GenericSchema<Markup> = v.lazy(() =>
  v.union([
    v.string(),
    v.strictObject({ slot: v.string() }),
    v.strictTuple([v.pipe(v.string(), v.regex(TAG)), attributes, v.array(node)]),
    getChoice(v.array(node)),
  ]),
);
/** Prerendered markup, which cannot run code. */
export const MarkupSchema = v.array(node);

/** What the policy of the pages forbids in an element: the element or one of its attributes. */
export function findForbidden(tag: string, names: readonly string[]): string | undefined {
  return TAG.test(tag) ? names.find((name) => !ATTRIBUTE.test(name)) : `<${tag}`;
}

/** CSS for one inline style element. */
const inlineStyles = v.pipe(
  v.string(),
  v.check((styles) => !/<\/style|<!--/i.test(styles), 'must not end its element'),
);

const LINK_NAMES: ReadonlySet<string> = new Set(Object.keys(PortalConfigSchema.entries.links.wrapped.entries));

/**
 * What a page may depend on besides the query and the data. `signedIn`: the visitor's cookies hold a session.
 * `signInLink`: a plain link can start sign-in. `link:NAME`: the configuration has that link out of the portal.
 * `feature:NAME`: it has that feature on. `route:PATH`: a live part declares the path.
 */
export type PrerenderCondition = 'signedIn' | 'signInLink' | `${'link' | 'feature' | 'route'}:${string}`;

function isCondition(input: unknown): input is PrerenderCondition {
  if (input === 'signedIn' || input === 'signInLink') return true;
  if (typeof input !== 'string') return false;
  return /^(route:\/\S*|feature:\w+)$/.test(input) || (input.startsWith('link:') && LINK_NAMES.has(input.slice(5)));
}

/** The slots that the web server fills in. `part.*` are in the item of a part alone. */
const SERVER_SLOTS: ReadonlySet<string> = new Set([
  ...[...LINK_NAMES, 'signIn'].map((name) => `link.${name}`),
  'version',
  'day',
  'release',
  'part.name',
  'part.version',
  'part.day',
]);

const path = v.pipe(v.string(), v.startsWith('/'));
const queryValues = v.pipe(v.array(v.string()), v.maxLength(20));

/**
 * How the query chooses: by its only key besides `locale`, or by the value of a parameter. Markup chooses by `QUERY`.
 */
const QueryChoiceSchema = v.variant('by', [
  v.object({ by: v.literal('key'), values: queryValues }),
  v.object({
    by: v.literal('value'),
    parameter: v.string(),
    values: queryValues,
    /** Where the running page leads without the parameter. */
    without: v.optional(path),
  }),
]);
export type QueryChoice = v.InferOutput<typeof QueryChoiceSchema>;

const FIELDS = {
  choices: v.record(v.string(), v.array(v.string())),
  slots: v.record(v.string(), v.picklist(['text', 'optional', 'day', 'country'])),
  required: v.array(v.string()),
};
const FieldsSchema: v.GenericSchema<PreviewFields> = v.strictObject(FIELDS);
const RowsSchema: v.GenericSchema<PreviewRows> = v.strictObject({
  ...FIELDS,
  read: v.string(),
  most: v.pipe(v.number(), v.integer()),
  groupBy: v.string(),
});

const PageSchema = v.object({
  /**
   * Paths of routes; the running portal shows the page at the first one, where the others lead. A document has none:
   * its file's name tells.
   */
  paths: v.array(path),
  /**
   * CSS for the page together with that of the frame, for one inline style element; empty if it waits for the style
   * sheets.
   */
  styles: inlineStyles,
  query: v.optional(QueryChoiceSchema),
  /** The markup chooses by these between "true" and "false"; few, because each doubles what a build renders. */
  conditions: v.pipe(v.array(v.custom<PrerenderCondition>(isCondition, 'must be a known condition')), v.maxLength(4)),
  /** Whether the running page leaves for somebody who is signed in; these see a skeleton. */
  leavesSignedIn: v.optional(v.boolean(), false),
  /**
   * Of a page for users who are signed in: what it shows of the answers of the API. The browser fills it in before any
   * module runs.
   */
  data: v.optional(v.strictObject({ account: FieldsSchema, rows: v.optional(RowsSchema) })),
  /** Of a legal document. */
  document: v.optional(
    v.strictObject({
      /**
       * When the page opens in the PDF viewer instead: always unless `?view=` says "text", as the configuration says,
       * or never.
       */
      viewer: v.picklist(['first', 'configured', 'never']),
      /** Whether `?version=` leads to the version; a version in the path always does. */
      versionInQuery: v.boolean(),
    }),
  ),
  markup: perLanguage(
    v.strictObject({
      page: MarkupSchema,
      /** What stands in the slot "rows" for each row of the data, and in the slot "parts" for each live part. */
      item: MarkupSchema,
      /** Title of the document, if it differs from the declared one. */
      title: attribute,
    }),
  ),
  /** What stands in the slot "text" in every language of the interface. */
  text: v.optional(MarkupSchema),
});

/**
 * A page as static markup: its part's build renders it from the page's own component, with choices and slots for what
 * only server and browser know.
 */
export type PrerenderedPage = v.InferOutput<typeof PageSchema>;

/** The slots that nobody fills. */
function strangeSlots({ data, markup, text }: PrerenderedPage): readonly string[] {
  const fields = [data?.account, data?.rows].flatMap((each) => Object.keys(each?.slots ?? {}));
  const known = new Set([...SERVER_SLOTS, ...fields, ...fields.map(codeSlot)]);
  return slotsIn(JSON.stringify([markup, text])).filter((name) => !known.has(name));
}

const PrerenderedSchema = v.object({ pages: v.array(PageSchema) });

/**
 * The prerendered pages of a part, for the web server to put into its first answers. @throws {InvalidInputError} naming
 * the bad field.
 */
export function parsePrerendered(what: string, input: unknown): readonly PrerenderedPage[] {
  const { pages } = parseInput(what, PrerenderedSchema, input);
  for (const [index, page] of pages.entries())
    for (const slot of strangeSlots(page))
      throw new InvalidInputError(
        what,
        `pages.${String(index)}`,
        `must have no slot that nobody fills, such as "${slot}"`,
      );
  return pages;
}

/** The field by which markup chooses what the query decides. */
export const QUERY = 'query';
/** The choice for a query that names nothing known. */
const OTHER = '*';

/** What the query chooses; never text of the query itself. */
export function chooseByQuery(choice: QueryChoice | undefined, query: URLSearchParams): string {
  if (!choice || (choice.by === 'value' && !query.has(choice.parameter))) return '';
  const keys = [...query.keys()].filter((key) => key !== 'locale');
  const named = choice.by === 'value' ? onlyValue(query, choice.parameter) : keys.length === 1 ? keys[0] : undefined;
  return choice.values.find((known) => known === named) ?? OTHER;
}

/** What decides how a build renders a page once. */
export interface PageCase {
  /** The query, with "?"; empty without one. */
  readonly search: string;
  /** The conditions that hold. */
  readonly activeConditions: readonly PrerenderCondition[];
  readonly choices: Readonly<Record<string, string>>;
}

/** Each value, an unknown one, and no query if the page is shown then. */
function queries(choice: QueryChoice | undefined): readonly string[] {
  if (!choice) return [''];
  const values = [...choice.values, 'other'];
  if (choice.by === 'key') return values.map((value) => `?${value}`);
  return [...(choice.without === undefined ? [''] : []), ...values.map((value) => `?${choice.parameter}=${value}`)];
}

export function subsets<Item>([first, ...others]: readonly Item[]): readonly (readonly Item[])[] {
  if (first === undefined) return [[]];
  return subsets(others).flatMap((subset) => [subset, [first, ...subset]]);
}

/** Every case in which a build renders a page. */
export function pageCases({ query, conditions }: Pick<PrerenderedPage, 'query' | 'conditions'>): readonly PageCase[] {
  return queries(query).flatMap((search) =>
    subsets(conditions).map((activeConditions) => ({
      search,
      activeConditions,
      choices: {
        ...(query && { [QUERY]: chooseByQuery(query, new URLSearchParams(search)) }),
        ...Object.fromEntries(conditions.map((condition) => [condition, String(activeConditions.includes(condition))])),
      },
    })),
  );
}

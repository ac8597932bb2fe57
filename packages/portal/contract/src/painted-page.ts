import * as v from 'valibot';
import { PortalConfigSchema } from './config.ts';
import { perLanguage } from './frame.ts';
import { inlineStyles } from './painted-document.ts';
import { parseInput } from './parse.ts';
import { onlyValue } from './query.ts';

/** Beginning of the name of the file with a part's painted pages: `painted-pages.HASH.json`. */
export const PAINTED_PAGES_FILE = 'painted-pages';

type LinkName = keyof typeof PortalConfigSchema.entries.links.wrapped.entries;
const LINK_NAMES: ReadonlySet<string> = new Set(Object.keys(PortalConfigSchema.entries.links.wrapped.entries));

/**
 * What a painted page may depend on besides the query. `signedIn`: the visitor's cookies hold a session. `signInLink`: a plain link can start
 * sign-in. `link:NAME`: the configuration has that link out of the portal. `route:PATH`: a live part declares the path.
 */
export type PaintedCondition = 'signedIn' | 'signInLink' | `link:${LinkName}` | `route:/${string}`;

function isCondition(input: unknown): input is PaintedCondition {
  if (input === 'signedIn' || input === 'signInLink') return true;
  if (typeof input !== 'string') return false;
  return /^route:\/\S*$/.test(input) || (input.startsWith('link:') && LINK_NAMES.has(input.slice('link:'.length)));
}

/** What the web server fills in, escaped ("%link.contact%"). `part.*` are in the row of a part alone. */
const PLACEHOLDERS: ReadonlySet<string> = new Set([
  ...[...LINK_NAMES].map((name) => `link.${name}`),
  'signIn',
  'version',
  'day',
  'release',
  'parts',
  'part.name',
  'part.version',
  'part.day',
]);
const PLACEHOLDER = /%([a-zA-Z]+(?:\.[a-zA-Z]+)?)%/g;

/** Replaces the placeholders in one pass, so that placeholders in inserted text are not replaced. */
export function fillPainted(html: string, values: Readonly<Record<string, string>>): string {
  return html.replace(PLACEHOLDER, (whole, name: string) => values[name] ?? whole);
}

const html = v.pipe(
  v.string(),
  v.check(
    (text) => [...text.matchAll(PLACEHOLDER)].every(([, name = '']) => PLACEHOLDERS.has(name)),
    'must have no placeholder that nobody fills',
  ),
);
const path = v.pipe(v.string(), v.startsWith('/'));
const values = v.pipe(v.array(v.string()), v.maxLength(20));

/** How the query chooses among the variants of a page: by its only key besides `locale`, or by the value of a parameter. */
const ChoiceSchema = v.variant('by', [
  v.object({ by: v.literal('key'), values }),
  v.object({
    by: v.literal('value'),
    parameter: v.string(),
    values,
    /** Where the running page leads without the parameter. */
    without: v.optional(path),
  }),
]);
export type PaintedChoice = v.InferOutput<typeof ChoiceSchema>;

const VariantSchema = v.object({
  html: perLanguage(html),
  /** Title of the document, if it differs from the declared one. */
  title: v.optional(perLanguage(v.string())),
  /** The row of one part, for `%parts%`. */
  part: v.optional(perLanguage(html)),
});
export type PaintedVariant = v.InferOutput<typeof VariantSchema>;

const PageSchema = v.object({
  /** Paths of routes; the running portal shows the page at the first one, where the others lead. */
  paths: v.pipe(v.array(path), v.minLength(1)),
  /** CSS that paints the page together with that of the frame, for one inline style element. */
  styles: inlineStyles,
  choice: v.optional(ChoiceSchema),
  /** The variants differ by these; few, because each doubles them. */
  conditions: v.pipe(v.array(v.custom<PaintedCondition>(isCondition, 'must be a known condition')), v.maxLength(4)),
  /** Whether the running page leaves for somebody who is signed in; these see a skeleton. */
  leavesSignedIn: v.boolean(),
  /** By `variantName`. */
  variants: v.record(v.string(), VariantSchema),
});
/** A page that is open to everybody, as static HTML: its part's build renders it from the page's own component, in every variant. */
export type PaintedOpenPage = v.InferOutput<typeof PageSchema>;

const PagesSchema = v.object({ pages: v.array(PageSchema) });
type PaintedPages = v.InferOutput<typeof PagesSchema>;

/** The painted pages of a part, for the web server to put into its first answers. @throws {InvalidInputError} naming the bad field. */
export function parsePaintedPages(what: string, input: unknown): PaintedPages {
  return parseInput(what, PagesSchema, input);
}

/** The choice for a query that names nothing known. */
const OTHER = '*';

/** What the query chooses; never text of the query itself. */
export function chosenIn(choice: PaintedChoice | undefined, query: URLSearchParams): string {
  if (!choice) return '';
  if (choice.by === 'value' && !query.has(choice.parameter)) return '';
  const keys = [...query.keys()].filter((key) => key !== 'locale');
  const named = choice.by === 'value' ? onlyValue(query, choice.parameter) : keys.length === 1 ? keys[0] : undefined;
  return choice.values.find((known) => known === named) ?? OTHER;
}

/** The key of a variant: what the query chooses, then the conditions that hold, in the page's order. */
export function variantName(chosen: string, holding: readonly PaintedCondition[]): string {
  return [chosen, ...holding].join(' ');
}

/** A variant that a build has to paint. */
export interface VariantToPaint {
  readonly name: string;
  /** The query that chooses it, with "?"; empty without one. */
  readonly search: string;
  readonly holding: readonly PaintedCondition[];
}

function searches(choice: PaintedChoice | undefined): readonly (readonly [chosen: string, search: string])[] {
  if (!choice) return [['', '']];
  const searchOf = (value: string) => (choice.by === 'key' ? `?${value}` : `?${choice.parameter}=${value}`);
  const known = choice.values.map((value) => [value, searchOf(value)] as const);
  const absent = choice.by === 'value' && choice.without === undefined ? [['', ''] as const] : [];
  return [...known, ...absent, [OTHER, searchOf('other')]];
}

function subsets<Item>([first, ...others]: readonly Item[]): readonly (readonly Item[])[] {
  if (first === undefined) return [[]];
  return subsets(others).flatMap((subset) => [subset, [first, ...subset]]);
}

/** Every variant of a page. */
export function variantsToPaint({
  choice,
  conditions,
}: Pick<PaintedOpenPage, 'choice' | 'conditions'>): readonly VariantToPaint[] {
  return searches(choice).flatMap(([chosen, search]) =>
    subsets(conditions).map((holding) => ({ name: variantName(chosen, holding), search, holding })),
  );
}

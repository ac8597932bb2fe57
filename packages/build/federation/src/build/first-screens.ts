import { isDeepStrictEqual } from 'node:util';
import type { Declaration } from '@portal/contract/declaration';
import type { Expanded, Markup } from '@portal/contract/expand-markup';
import { expandMarkup, hole, ROWS } from '@portal/contract/expand-markup';
import { FIRST_SCREENS_FILE, parseFirstScreens } from '@portal/contract/first-screen';
import { LANGUAGES } from '@portal/contract/language';
import { parseInput } from '@portal/contract/parse';
import { ElementType, parseDocument } from 'htmlparser2';
import * as v from 'valibot';
import type { Case } from './merge-markup.ts';
import { mergeMarkup } from './merge-markup.ts';
import type { PaintModule } from './paint-module.ts';

const CasesSchema = v.array(v.object({ choices: v.record(v.string(), v.string()), html: v.string() }));
const inLanguages = v.strictObject(
  v.entriesFromList(LANGUAGES, v.object({ screens: v.pipe(CasesSchema, v.minLength(1)), rows: CasesSchema })),
);

/** What a paint module gives: the page in every case, as whole HTML. */
const PaintedSchema = v.array(
  v.looseObject({
    path: v.string(),
    /** The element of a row. */
    row: v.optional(v.string()),
    /** The fields that fill inputs, by the inputs' names: a form sets them when it runs. */
    inputs: v.record(v.string(), v.string()),
    variants: v.record(v.string(), inLanguages),
  }),
);
type Painted = v.InferOutput<typeof PaintedSchema>[number];

const PARSING = { lowerCaseTags: false, lowerCaseAttributeNames: false };

type Node = ReturnType<typeof parseDocument>['children'][number];

function toExpanded(node: Node, inputs: Painted['inputs']): readonly Expanded[] {
  if (node.type === ElementType.Text) return [node.data];
  if (!('attribs' in node)) return [];
  const field = node.name === 'input' ? inputs[node.attribs['name'] ?? ''] : undefined;
  const attributes = { ...node.attribs, ...(field !== undefined && { value: hole(field) }) };
  return [[node.name, attributes, node.children.flatMap((child) => toExpanded(child, inputs))]];
}

const parsed = (html: string, { inputs }: Painted): readonly Expanded[] =>
  parseDocument(html, PARSING).children.flatMap((node) => toExpanded(node, inputs));

/** The elements of this name, in their order. */
function elementsIn(nodes: readonly Expanded[], name: string): readonly Expanded[] {
  return nodes.flatMap((node) =>
    typeof node === 'object' ? (node[0] === name ? [node] : elementsIn(node[2], name)) : [],
  );
}

/** The same with one sign for all rows. */
function withoutRows(nodes: readonly Expanded[], row: string): readonly Expanded[] {
  const isRow = (node: Expanded | undefined) => typeof node === 'object' && node[0] === row;
  return nodes.flatMap((node, index): readonly Expanded[] => {
    if (typeof node !== 'object') return [node];
    if (isRow(node)) return isRow(nodes[index - 1]) ? [] : [ROWS];
    return [[node[0], node[1], withoutRows(node[2], row)]];
  });
}

/** The merged cases. @throws if one of them cannot be made again of what they have become. */
function mergeAll(what: string, cases: readonly Case<readonly Expanded[]>[]): readonly Markup[] {
  if (cases.length === 0) return [];
  const markup = mergeMarkup(cases);
  const holes = new Proxy<Record<string, string>>({}, { get: (_, field) => hole(String(field)) });
  for (const { choices, value } of cases)
    if (!isDeepStrictEqual(expandMarkup(markup, { choices, texts: holes }), value))
      throw new Error(`${what}: the case ${JSON.stringify(choices)} cannot be merged with the others`);
  return markup;
}

function casesOf(
  painted: Painted,
  cases: readonly { readonly choices: Readonly<Record<string, string>>; readonly html: string }[],
  of: (page: readonly Expanded[]) => readonly Expanded[],
): readonly Case<readonly Expanded[]>[] {
  return cases.map(({ choices, html }) => ({ choices, value: of(parsed(html, painted)) }));
}

function mergeVariant(what: string, painted: Painted, { screens, rows }: Painted['variants'][string]['en']) {
  const { row } = painted;
  const screenCases = casesOf(painted, screens, (page) => (row === undefined ? page : withoutRows(page, row)));
  const rowCases = row === undefined ? [] : casesOf(painted, rows, (page) => elementsIn(page, row).slice(0, 1));
  const merged = { screen: mergeAll(what, screenCases), row: mergeAll(what, rowCases) };
  // Ids of several rows would be the same.
  if (/"id":/.test(JSON.stringify(merged.row))) throw new Error(`${what}: a row has an element with an id`);
  return merged;
}

/** The part's first screens as JSON: what `paintFirstScreens()` gives, merged. */
export async function firstScreens(module: PaintModule, { routes }: Declaration): Promise<ReadonlyMap<string, string>> {
  const { what } = module;
  const all = parseInput(what, PaintedSchema, (await module.call('paintFirstScreens')) ?? []);
  if (all.length === 0) return new Map();
  const screens = all.map((painted): unknown => {
    const { path, variants } = painted;
    if (!routes.some((route) => route.path === path && route.access !== 'open'))
      throw new Error(`${what}: "${path}" is no route for users who are signed in`);
    const named = `${what}: the first screen of ${path}`;
    const merged = Object.entries(variants).map(([name, inLanguage]): readonly [string, unknown] => [
      name,
      Object.fromEntries(LANGUAGES.map((language) => [language, mergeVariant(named, painted, inLanguage[language])])),
    ]);
    return { ...painted, variants: Object.fromEntries<unknown>(merged) };
  });
  return new Map([[FIRST_SCREENS_FILE, JSON.stringify(parseFirstScreens(what, { screens }))]]);
}

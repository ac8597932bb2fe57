// No schemas here, so that the inline script stays small.
import { countryName } from './country-name.ts';
import { formatDate, isActivation, ISO_8601, toDate } from './moment.ts';

/** A value for each value of a field: in its list is the one that counts. */
export interface Choice<Value> {
  readonly by: string;
  readonly of: readonly (readonly [values: readonly string[], value: Value])[];
}

/** An attribute's text; undefined leaves the attribute out. */
export type AttributeMarkup = string | null | Choice<AttributeMarkup>;
/** Stands where the rows are. */
export const ROWS = 0;
/** Markup with choices and holes: a text, an element with its attributes and content, the rows, or one of several lists. */
export type Markup =
  | string
  | typeof ROWS
  | readonly [tag: string, attributes: Readonly<Record<string, AttributeMarkup>>, content: readonly Markup[]]
  | Choice<readonly Markup[]>;

/** The same for one case. */
export type Expanded =
  | string
  | typeof ROWS
  | readonly [tag: string, attributes: Readonly<Record<string, string>>, content: readonly Expanded[]];

/** The value that every field has in one case, and the texts for the holes. */
interface CaseValues {
  readonly choices: Readonly<Record<string, string>>;
  readonly texts: Readonly<Record<string, string>>;
}

/** A hole in a text: a field's name between two characters that no text of the portal has. */
export const hole = (field: string): string => `\uE000${field}\uE001`;
const HOLE = /\uE000(\w+)\uE001/g;
export const hasHole = (text: string): boolean => text.includes('\uE000');

function chosen<Value>({ by, of }: Choice<Value>, { choices }: CaseValues): Value | undefined {
  return of.find(([values]) => values.includes(choices[by] ?? ''))?.[1];
}

const filled = (text: string, { texts }: CaseValues) => text.replace(HOLE, (_, field: string) => texts[field] ?? '');

function attribute(markup: AttributeMarkup | undefined, values: CaseValues): string | undefined {
  if (typeof markup === 'string') return filled(markup, values);
  return markup ? attribute(chosen(markup, values), values) : undefined;
}

/** The markup of one case. */
export function expandMarkup(markup: readonly Markup[], values: CaseValues): readonly Expanded[] {
  return markup.flatMap((node): readonly Expanded[] => {
    if (node === ROWS) return [node];
    if (typeof node === 'string') return [filled(node, values)];
    if ('by' in node) return expandMarkup(chosen(node, values) ?? [], values);
    const [tag, attributes, content] = node;
    const texts = Object.entries(attributes).flatMap(([name, each]) => {
      const text = attribute(each, values);
      return text === undefined ? [] : [[name, text] as const];
    });
    return [[tag, Object.fromEntries(texts), expandMarkup(content, values)]];
  });
}

/** Name of the hole for the code of a country, beside the one for its name. */
export const codeOf = (field: string): string => `${field}Code`;

/** How a field is shown: as it is, as a text or a country's code that may be missing, by its name, or as the day of an activation. */
export type HoleForm = 'text' | 'optional' | 'day' | 'country';

/** What an object of an answer decides, and fills in. */
export interface ShownFields {
  /** The values that decide, by field: a truth value, one of these texts, with `OTHER` any other one, and with `NONE` a missing one. */
  readonly choices: Readonly<Record<string, readonly string[]>>;
  readonly holes: Readonly<Record<string, HoleForm>>;
  /** Fields that must be texts, although they are not shown. */
  readonly needs: readonly string[];
}

/** Any text but those that are named. */
export const OTHER = '*';
/** No value. */
export const NONE = '-';

const isNone = (value: unknown) => value === null || value === undefined;

function choiceOf(values: readonly string[], value: unknown): string | undefined {
  if (isNone(value)) return values.find((each) => each === NONE);
  if (typeof value === 'boolean') return values.find((each) => each === String(value));
  // Text that looks like a truth value is none.
  if (typeof value !== 'string' || values.includes('true')) return undefined;
  const isNamed = value !== NONE && value !== OTHER && values.includes(value);
  return isNamed ? value : values.find((each) => each === OTHER);
}

function textOf(form: HoleForm, value: unknown, language: string): string | undefined {
  if ((form === 'optional' || form === 'country') && isNone(value)) return '';
  if (form === 'day' && (typeof value === 'number' || (typeof value === 'string' && ISO_8601.test(value)))) {
    const date = toDate(value);
    return isActivation(date) ? formatDate(date) : undefined;
  }
  if (typeof value !== 'string' || form === 'day') return undefined;
  if (form === 'optional') return value;
  if (value === '') return undefined;
  return form === 'country' ? countryName(value, language) : value;
}

/** What an object decides and fills in; undefined if a field is not as it has to be: then the running page says what it can. */
function valuesOf(fields: ShownFields, input: unknown, language: string): CaseValues | undefined {
  if (typeof input !== 'object' || input === null) return undefined;
  const value = (field: string): unknown => Reflect.get(input, field);
  const choices: Record<string, string> = {};
  const texts: Record<string, string> = {};
  for (const [field, values] of Object.entries(fields.choices)) {
    const choice = choiceOf(values, value(field));
    if (choice === undefined) return undefined;
    choices[field] = choice;
  }
  for (const [field, form] of Object.entries(fields.holes)) {
    const text = textOf(form, value(field), language);
    if (text === undefined) return undefined;
    texts[field] = text;
    const code = value(field);
    if (form === 'country') texts[codeOf(field)] = typeof code === 'string' ? code : '';
  }
  return fields.needs.every((field) => typeof value(field) === 'string') ? { choices, texts } : undefined;
}

/** The rows of a first screen: the list of an answer. */
export interface ShownRows extends ShownFields {
  /** API path of the list. */
  readonly read: string;
  /** The most rows. */
  readonly most: number;
  /** The field of whose values the screen shows which ones there are. */
  readonly together: string;
}

/** The choice by the number of rows. */
export const COUNT = '#';

/** The first screen of a page in one language: what it shows, and its markup. */
export interface FirstScreenMarkup {
  readonly account: ShownFields;
  readonly rows?: ShownRows | undefined;
  readonly screen: readonly Markup[];
  readonly row: readonly Markup[];
}

/** The values of the row's field that occur, as one choice: "guest+owner". */
export const togetherOf = (values: readonly (string | undefined)[]): string =>
  [...new Set(values)].toSorted((a = '', b = '') => (a < b ? -1 : 1)).join('+');

const isDefined = <Value>(value: Value | undefined): value is Value => value !== undefined;

function withRows(nodes: readonly Expanded[], rows: readonly Expanded[]): readonly Expanded[] {
  return nodes.flatMap((node): readonly Expanded[] => {
    if (node === ROWS) return rows;
    return typeof node === 'string' ? [node] : [[node[0], node[1], withRows(node[2], rows)]];
  });
}

/** The first screen for an account and the list of its rows; undefined if it does not fit them. */
export function expandFirstScreen(
  { account, rows, screen, row }: FirstScreenMarkup,
  user: unknown,
  list: unknown,
  language: string,
): readonly Expanded[] | undefined {
  const values = valuesOf(account, user, language);
  if (!values) return undefined;
  if (!rows) return expandMarkup(screen, values);
  if (!Array.isArray(list) || list.length > rows.most) return undefined;
  const cases = list.map((each: unknown) => valuesOf(rows, each, language)).filter(isDefined);
  if (cases.length < list.length) return undefined;
  const choices = {
    ...values.choices,
    [COUNT]: String(list.length),
    [rows.together]: togetherOf(cases.map((each) => each.choices[rows.together])),
  };
  return withRows(
    expandMarkup(screen, { ...values, choices }),
    cases.flatMap((each) => expandMarkup(row, each)),
  );
}

// No schemas here, so that the inline script stays small.
import { countryName } from './country-name.ts';
import type { Markup, MarkupValues } from './markup.ts';
import { expandMarkup } from './markup.ts';
import { formatDate, isActivation, ISO_8601, toDate } from './dates.ts';

/** Name of the slot for the code of a country, beside the one for its name. */
export const codeSlot = (field: string): string => `${field}Code`;

/**
 * How a field is shown: as it is, as a text or a country's code that may be missing, by its name, or as the day of an
 * activation.
 */
export type SlotForm = 'text' | 'optional' | 'day' | 'country';

/** What an object of an answer decides, and fills in. */
export interface PreviewFields {
  /**
   * The values that decide, by field: a truth value, one of these texts, with `OTHER` any other one, and with `NONE` a
   * missing one.
   */
  readonly choices: Readonly<Record<string, readonly string[]>>;
  readonly slots: Readonly<Record<string, SlotForm>>;
  /** Fields that must be texts, although they are not shown. */
  readonly required: readonly string[];
}

/** Any text but those that are named. */
export const OTHER = '*';
/** No value. */
export const NONE = '-';

const isNone = (value: unknown) => value === null || value === undefined;

function findChoice(values: readonly string[], value: unknown): string | undefined {
  if (isNone(value)) return values.find((each) => each === NONE);
  if (typeof value === 'boolean') return values.find((each) => each === String(value));
  // Text that looks like a truth value is none.
  if (typeof value !== 'string' || values.includes('true')) return undefined;
  const isNamed = value !== NONE && value !== OTHER && values.includes(value);
  return isNamed ? value : values.find((each) => each === OTHER);
}

function findText(form: SlotForm, value: unknown, language: string): string | undefined {
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

type FieldValues = Required<Pick<MarkupValues, 'choices' | 'texts'>>;

/**
 * What an object decides and fills in; undefined if a field is not as it has to be: then the running page says what it
 * can.
 */
function findValues(fields: PreviewFields, input: unknown, language: string): FieldValues | undefined {
  if (typeof input !== 'object' || input === null) return undefined;
  const value = (field: string): unknown => Reflect.get(input, field);
  const choices: Record<string, string> = {};
  const texts: Record<string, string> = {};
  for (const [field, values] of Object.entries(fields.choices)) {
    const choice = findChoice(values, value(field));
    if (choice === undefined) return undefined;
    choices[field] = choice;
  }
  for (const [field, form] of Object.entries(fields.slots)) {
    const text = findText(form, value(field), language);
    if (text === undefined) return undefined;
    texts[field] = text;
    const code = value(field);
    if (form === 'country') texts[codeSlot(field)] = typeof code === 'string' ? code : '';
  }
  return fields.required.every((field) => typeof value(field) === 'string') ? { choices, texts } : undefined;
}

/** The rows of a preview: the list of an answer. */
export interface PreviewRows extends PreviewFields {
  /** API path of the list. */
  readonly read: string;
  /** The most rows. */
  readonly most: number;
  /** The field of whose values the page shows which ones there are. */
  readonly groupBy: string;
}

/** What a page shows of the answers of the API: fields of `GET account/`, and of each object of a list. */
export interface PreviewData {
  readonly account: PreviewFields;
  readonly rows?: PreviewRows | undefined;
}

/** A page that is filled with what the API answers: its markup with a slot "rows", and that of one row. */
export interface DataPreview extends PreviewData {
  /** Path of the route. */
  readonly path: string;
  readonly page: readonly Markup[];
  readonly item: readonly Markup[];
}

/** The choice by the number of rows. */
export const COUNT = '#';

/** The values of the row's field that occur, as one choice: "guest+owner". */
export const joinGroups = (values: readonly (string | undefined)[]): string =>
  [...new Set(values)].toSorted((a = '', b = '') => (a < b ? -1 : 1)).join('+');

const isDefined = <Value>(value: Value | undefined): value is Value => value !== undefined;

/** The page for an account and the list of its rows; undefined if it does not fit them. */
export function expandPreview(
  { account, rows, page, item }: Omit<DataPreview, 'path'>,
  user: unknown,
  list: unknown,
  language: string,
): readonly Markup[] | undefined {
  const values = findValues(account, user, language);
  if (!values) return undefined;
  if (!rows) return expandMarkup(page, values);
  if (!Array.isArray(list) || list.length > rows.most) return undefined;
  const cases = list.map((each: unknown) => findValues(rows, each, language)).filter(isDefined);
  if (cases.length < list.length) return undefined;
  const choices = {
    ...values.choices,
    [COUNT]: String(list.length),
    [rows.groupBy]: joinGroups(cases.map((each) => each.choices[rows.groupBy])),
  };
  const nodes = { rows: cases.flatMap((each) => expandMarkup(item, each)) };
  return expandMarkup(page, { ...values, choices, nodes });
}

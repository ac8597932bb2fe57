import { toNestErrors } from '@hookform/resolvers';
import { LANGUAGES } from '@portal/contract/language';
import type { Language } from '@portal/contract/language';
import { trimText } from '@portal/contract/trim-text';
import { CountryRecordSchema } from '@portal/staff-api/wire';
import { get } from 'react-hook-form';
import type { FieldError, Resolver } from 'react-hook-form';
import * as v from 'valibot';
import type { CountryRecord } from '../../calls/countries.ts';

export const PROMOTION_TEXTS = ['title', 'text', 'button', 'consent'] as const;

/** The path to a text in the record; also its name in the form. */
export type TextName =
  | 'code'
  | 'phonePrefix'
  | `name.${Language}`
  | `terms.${Language}`
  | `promotion.${Language}.${(typeof PROMOTION_TEXTS)[number]}`;

/** The texts that a language has of its own, besides the country's name. */
export function textsIn(language: Language): readonly TextName[] {
  return [`terms.${language}`, ...PROMOTION_TEXTS.map((text): TextName => `promotion.${language}.${text}`)];
}

export const TEXT_NAMES: readonly TextName[] = [
  'code',
  'phonePrefix',
  ...LANGUAGES.map((language): TextName => `name.${language}`),
  ...LANGUAGES.flatMap(textsIn),
];

const NO_TEXTS = { en: '', de: '', fr: '', nl: '' };
const NO_PROMOTION = { title: '', text: '', button: '', consent: '' };

/** A country that is to be added. */
export const NEW_COUNTRY: CountryRecord = {
  code: '',
  name: NO_TEXTS,
  phonePrefix: '',
  active: false,
  newlyAdded: true,
  terms: NO_TEXTS,
  promotion: { en: NO_PROMOTION, de: NO_PROMOTION, fr: NO_PROMOTION, nl: NO_PROMOTION },
  revision: 0,
};

/** A text of the record, without blanks around it. */
export function textAt(record: CountryRecord, name: TextName): string {
  return trimText(String(get(record, name)));
}

/** The texts that differ. */
export function changedTexts(a: CountryRecord, b: CountryRecord): readonly TextName[] {
  return TEXT_NAMES.filter((name) => textAt(a, name) !== textAt(b, name));
}

/** The texts that two people have changed, each in another way. */
export function changedByBoth(mine: CountryRecord, theirs: CountryRecord, before: CountryRecord): readonly TextName[] {
  const theirTexts = new Set(changedTexts(theirs, before));
  return changedTexts(mine, before).filter(
    (name) => theirTexts.has(name) && textAt(mine, name) !== textAt(theirs, name),
  );
}

export function isSame(a: CountryRecord, b: CountryRecord): boolean {
  return a.active === b.active && a.newlyAdded === b.newlyAdded && changedTexts(a, b).length === 0;
}

/** What can be wrong with a text. `taken`: another country has the code. */
export const PROBLEMS = ['missing', 'tooLong', 'code', 'phonePrefix', 'oneLine', 'reserved', 'taken'] as const;
type Problem = (typeof PROBLEMS)[number];

const KINDS: Readonly<Record<string, Problem>> = {
  non_empty: 'missing',
  max_length: 'tooLong',
  regex: 'oneLine',
};

/** Checks the fields. The message of an error is the most characters of a text that is too long. */
export const resolveCountry: Resolver<CountryRecord> = async (values, _context, options) => {
  const read = v.safeParse(CountryRecordSchema, values);
  if (read.success) return { values: read.output, errors: {} };
  const errors: Record<string, FieldError> = {};
  for (const issue of read.issues) {
    const name = v.getDotPath(issue) ?? '';
    const type = name === 'code' || name === 'phonePrefix' ? name : (KINDS[issue.type] ?? 'reserved');
    errors[name] ??= { type, message: String(issue.requirement) };
  }
  return { values: {}, errors: toNestErrors(errors, options) };
};

/** The language of a text that is shown with its language only; undefined for the others. */
export function languageOfText(name: TextName): Language | undefined {
  return LANGUAGES.find((language) => textsIn(language).includes(name));
}

import { LANGUAGES } from '@portal/contract/language';
import type { Language } from '@portal/contract/language';
import { trimText } from '@portal/contract/trim-text';
import { CountryRecordSchema } from '@portal/staff-api/wire';
import * as v from 'valibot';
import type { CountryRecord } from '../../calls/countries.ts';

export const PROMOTION_TEXTS = ['title', 'text', 'button', 'consent'] as const;
type PromotionText = (typeof PROMOTION_TEXTS)[number];

/** A text of the form; also the path to it in the record. */
export type TextName =
  | 'code'
  | 'phonePrefix'
  | `name.${Language}`
  | `terms.${Language}`
  | `promotion.${Language}.${PromotionText}`;

/** What the form's fields hold. */
export interface CountryInput {
  readonly texts: Readonly<Record<TextName, string>>;
  readonly active: boolean;
  readonly newlyAdded: boolean;
}

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

function textOf({ code, phonePrefix, name, terms, promotion }: CountryRecord, path: TextName): string {
  const texts: Readonly<Record<string, string>> = {
    code,
    phonePrefix,
    ...Object.fromEntries(
      LANGUAGES.flatMap((language) => [
        [`name.${language}`, name[language]],
        [`terms.${language}`, terms[language]],
        ...PROMOTION_TEXTS.map((text) => [`promotion.${language}.${text}`, promotion[language][text]] as const),
      ]),
    ),
  };
  return texts[path] ?? '';
}

function allTexts(valueOf: (name: TextName) => string): CountryInput['texts'] {
  const entries = TEXT_NAMES.map((name) => [name, valueOf(name)] as const);
  // The names are all there are.
  return Object.fromEntries(entries) as Record<TextName, string>; // oxlint-disable-line typescript/no-unsafe-type-assertion
}

/** The fields of a country that is to be added. */
export const NEW_COUNTRY: CountryInput = { texts: allTexts(() => ''), active: false, newlyAdded: true };

export function inputOf(record: CountryRecord): CountryInput {
  const { active, newlyAdded } = record;
  return { texts: allTexts((name) => textOf(record, name)), active, newlyAdded };
}

const perLanguage = <Value>(valueOf: (language: Language) => Value) => ({
  en: valueOf('en'),
  de: valueOf('de'),
  fr: valueOf('fr'),
  nl: valueOf('nl'),
});

/** The record that the fields make, as typed. */
export function recordOf({ texts, active, newlyAdded }: CountryInput, revision: number): CountryRecord {
  return {
    code: texts.code,
    name: perLanguage((language) => texts[`name.${language}`]),
    phonePrefix: texts.phonePrefix,
    active,
    newlyAdded,
    terms: perLanguage((language) => texts[`terms.${language}`]),
    promotion: perLanguage((language) => ({
      title: texts[`promotion.${language}.title`],
      text: texts[`promotion.${language}.text`],
      button: texts[`promotion.${language}.button`],
      consent: texts[`promotion.${language}.consent`],
    })),
    revision,
  };
}

/** The texts that differ, but for blanks around them. */
function changedTexts(a: CountryInput, b: CountryInput): readonly TextName[] {
  return TEXT_NAMES.filter((name) => trimText(a.texts[name]) !== trimText(b.texts[name]));
}

export function isSame(a: CountryInput, b: CountryInput): boolean {
  return a.active === b.active && a.newlyAdded === b.newlyAdded && changedTexts(a, b).length === 0;
}

/** What was changed from `saved` to `typed`, on top of what somebody else has saved meanwhile; and the texts that both have changed. */
export function onTopOf(
  newer: CountryInput,
  { typed, saved }: { readonly typed: CountryInput; readonly saved: CountryInput },
): { readonly input: CountryInput; readonly both: readonly TextName[] } {
  const mine = new Set(changedTexts(typed, saved));
  const both = changedTexts(newer, saved).filter(
    (name) => mine.has(name) && trimText(newer.texts[name]) !== trimText(typed.texts[name]),
  );
  return {
    input: {
      texts: allTexts((name) => (mine.has(name) ? typed : newer).texts[name]),
      active: typed.active === saved.active ? newer.active : typed.active,
      newlyAdded: typed.newlyAdded === saved.newlyAdded ? newer.newlyAdded : typed.newlyAdded,
    },
    both,
  };
}

/** What is wrong with a text; `count` is the most characters of one that is too long. */
export interface Problem {
  readonly kind: 'missing' | 'tooLong' | 'code' | 'phonePrefix' | 'oneLine' | 'reserved';
  readonly count: number;
}

const KINDS: Readonly<Record<string, Problem['kind']>> = {
  non_empty: 'missing',
  max_length: 'tooLong',
  regex: 'oneLine',
};

/** What is wrong with the fields, by name: nothing, or the first thing. */
export function problemsOf(input: CountryInput): Readonly<Partial<Record<TextName, Problem>>> {
  const read = v.safeParse(CountryRecordSchema, recordOf(input, 0));
  const problems: Partial<Record<TextName, Problem>> = {};
  for (const issue of read.issues ?? []) {
    const path = v.getDotPath(issue);
    const name = TEXT_NAMES.find((known) => known === path);
    if (name === undefined) continue;
    const kind = name === 'code' || name === 'phonePrefix' ? name : (KINDS[issue.type] ?? 'reserved');
    problems[name] ??= { kind, count: typeof issue.requirement === 'number' ? issue.requirement : 0 };
  }
  return problems;
}

/** The language of a text that is shown with its language only; undefined for the others. */
export function languageOfText(name: TextName): Language | undefined {
  return LANGUAGES.find((language) => textsIn(language).includes(name));
}

/** How many of its texts a language lacks. */
export function missingIn(language: Language, { texts }: CountryInput): number {
  return textsIn(language).filter((name) => trimText(texts[name]) === '').length;
}

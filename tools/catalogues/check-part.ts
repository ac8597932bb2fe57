import { PART_NAME_TEXT } from '@portal/contract/declaration';
import { LANGUAGES } from '@portal/contract/language';
import type { Language } from '@portal/contract/language';
import type { Catalogue } from './catalogue.ts';
import { getCatalogue, findPlaceholders } from './catalogue.ts';
import { flaws, sameAsEnglish, translationFlaws } from './compare.ts';
import type { Locales, PartTexts } from './part.ts';
import { SAME_AS_ENGLISH } from './part.ts';
import type { SourceTexts } from './read-source.ts';

const TRANSLATIONS = LANGUAGES.filter((language) => language !== 'en');

/** Prefix of the declaration's keys in the list of texts that are the same as in English. */
const DECLARED = 'declared:';

function checkLanguages({ messages }: Locales, english: Catalogue): readonly string[] {
  return LANGUAGES.flatMap((language) => {
    const given = messages[language];
    if (!given) return [`${language}: there is no ${language}.json`];
    const catalogue = getCatalogue(given);
    const translation = language === 'en' ? [] : translationFlaws(english, catalogue);
    return [...flaws(catalogue, language), ...translation].map((flaw) => `${language}: ${flaw}`);
  });
}

/** Key -> languages whose text is the same as in English. */
function sameTexts(locales: Locales, english: Catalogue): ReadonlyMap<string, readonly Language[]> {
  const found = new Map<string, Language[]>();
  for (const language of TRANSLATIONS) {
    for (const key of sameAsEnglish(english, getCatalogue(locales.messages[language] ?? {})))
      found.set(key, [...(found.get(key) ?? []), language]);
  }
  return found;
}

function sameDeclared({ declaration }: PartTexts): ReadonlyMap<string, readonly Language[]> {
  const texts = Object.entries(declaration.texts).map(([key, text]) => {
    const languages = TRANSLATIONS.filter((language) => text[language] === text.en);
    return [DECLARED + key, languages] as const;
  });
  return new Map(texts.filter(([, languages]) => languages.length > 0));
}

function checkSame(
  same: ReadonlyMap<string, readonly Language[]>,
  { sameAsEnglish: allowed }: Locales,
): readonly string[] {
  const untranslated = [...same]
    .filter(([key]) => !Object.hasOwn(allowed, key))
    .map(
      ([key, languages]) =>
        `${languages.join()}: ${key} is the same as in English; translate it, or say why in ${SAME_AS_ENGLISH}`,
    );
  const idle = Object.keys(allowed).filter((key) => !same.has(key));
  return [
    ...untranslated,
    ...idle.map((key) => `${SAME_AS_ENGLISH}: no translation of ${key} is the same as in English`),
  ];
}

function escaped(text: string): string {
  return text.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&');
}

/** The values with which a template gives `key`; undefined if there are none. */
function fillings(key: string, template: readonly string[]): readonly string[] | undefined {
  if (template.length < 2) return template[0] === key ? [] : undefined;
  return new RegExp(`^${template.map(escaped).join('(.+)')}$`).exec(key)?.slice(1);
}

/**
 * Whether sources use a key: literally, in a call or in a table of keys, or composed by a template from words in the
 * sources or in `sharedWords`. The type checker proves that every computed key exists.
 */
function isUsed(key: string, sources: readonly SourceTexts[], sharedWords: ReadonlySet<string>): boolean {
  if (sources.some(({ literals }) => literals.has(key))) return true;
  const isWord = (word: string) => sharedWords.has(word) || sources.some(({ words }) => words.has(word));
  return sources.some(({ templates }) =>
    templates.some((template) => {
      // A template of placeholders alone would match every key.
      if (template.every((text) => !/\w/.test(text))) return false;
      return fillings(key, template)?.every(isWord) ?? false;
    }),
  );
}

function checkUse(
  english: Catalogue,
  sources: readonly SourceTexts[],
  sharedWords: ReadonlySet<string>,
): readonly string[] {
  return [...english.keys()].filter((key) => !isUsed(key, sources, sharedWords)).map((key) => `en: ${key} is not used`);
}

/** Calls that leave a placeholder of their text empty. */
function checkCalls(catalogues: readonly Catalogue[], sources: PartTexts['sources']): readonly string[] {
  return [...sources].flatMap(([file, { calls }]) =>
    calls.flatMap(({ key, values }) => {
      const [forms, ...others] = catalogues
        .map((catalogue) => catalogue.get(key))
        .filter((found) => found !== undefined);
      if (!forms || others.length > 0 || !values) return [];
      const placeholders = new Set([...forms.values()].flatMap(findPlaceholders));
      if (!forms.has('')) placeholders.add('count');
      return [...placeholders]
        .filter((name) => !values.includes(name))
        .map((name) => `${file}: ${key} gets no value for "${name}"`);
    }),
  );
}

/** Uses of another part's texts: that part may not be loaded, or another version of it may have other keys. */
function checkNamespaces({ declaration, locales, sources }: PartTexts): readonly string[] {
  // The namespace of src/locales is the part's name, that of src/NAME/locales is NAME.
  const own = new Set(locales.map(({ folder }) => /^src\/(.+)\/locales$/.exec(folder)?.[1] ?? declaration.name));
  return [...sources].flatMap(([file, { namespaces }]) =>
    [...namespaces].filter((name) => !own.has(name)).map((name) => `${file}: takes texts of "${name}"`),
  );
}

function checkDeclaration({ declaration: { routes, header, footer = [], texts } }: PartTexts): readonly string[] {
  const used = new Set([
    PART_NAME_TEXT,
    ...routes.flatMap(({ title, index }) => (index ? [title, index.description] : [title])),
    ...[...header, ...footer].map(({ label }) => label),
  ]);
  return Object.keys(texts)
    .filter((key) => !used.has(key))
    .map((key) => `${DECLARED}${key} is not used`);
}

/** Hard-coded words, which no language translates. */
export function rawTexts(sources: PartTexts['sources']): readonly string[] {
  return [...sources].flatMap(([file, { raw }]) => raw.map((words) => `${file}: "${words}" is not in a catalogue`));
}

/** Objects with a text for each language, which belong in the catalogues. */
export function checkTables(sources: PartTexts['sources']): readonly string[] {
  return [...sources].flatMap(([file, { tables }]) =>
    tables.flatMap((table) => {
      const of = (language: Language) => getCatalogue({ text: toMessages(table[language]) });
      const english = of('en');
      return TRANSLATIONS.flatMap((language) => [
        ...translationFlaws(english, of(language)).map((flaw) => `${file}: ${language}: ${flaw}`),
        ...sameAsEnglish(english, of(language)).map((key) => `${file}: ${language}: ${key} is the same as in English`),
      ]);
    }),
  );
}

type Texts = string | { readonly [key: string]: Texts };

function toMessages(value: unknown): Texts {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, toMessages(inner)]));
}

/**
 * The mistakes in the texts of a part, one line each. `sharedWords`: the words in the packages that all parts share.
 */
export function checkPart(part: PartTexts, sharedWords: ReadonlySet<string>): readonly string[] {
  const sources = [...part.sources.values()];
  const catalogues = part.locales.map(({ messages }) => getCatalogue(messages.en ?? {}));
  const declaredSame = sameDeclared(part);
  const perFolder = part.locales.flatMap((locales, index) => {
    const english = catalogues[index] ?? new Map<string, never>();
    // The reasons for texts of the declaration are next to the part's first catalogue.
    const same = new Map([...sameTexts(locales, english), ...(index === 0 ? declaredSame : [])]);
    const found = [
      ...checkLanguages(locales, english),
      ...checkUse(english, sources, sharedWords),
      ...checkSame(same, locales),
    ];
    return found.map((flaw) => `${locales.folder}: ${flaw}`);
  });
  return [
    ...perFolder,
    ...checkCalls(catalogues, part.sources),
    ...checkNamespaces(part),
    ...checkDeclaration(part),
    ...rawTexts(part.sources),
    ...checkTables(part.sources),
  ];
}

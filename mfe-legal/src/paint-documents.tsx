import type { Language } from '@portal/contract/language';
import { LANGUAGES, languageOf } from '@portal/contract/language';
import type { PaintedDocument } from '@portal/contract/painted-document';
import { TEXT_PLACEHOLDER } from '@portal/contract/painted-document';
import type { DocumentAddress } from '@portal/contract/documents';
import { addMessages, changeLanguage, startI18n } from '@portal/i18n';
import { paint } from '@portal/ui/paint';
import type { ComponentType } from 'react';
import { library } from '../documents/library.yaml';
import { carryText } from './library/carried-text.ts';
import type { ChosenText } from './library/choose-text.ts';
import { loadMessages, pages } from './remote.ts';

/** When the page of a document opens in the viewer; the others open as the configuration says. */
const VIEWER: Readonly<Record<string, PaintedDocument['viewer']>> = { 'developer-terms': 'first', faq: 'never' };
/** The documents whose page shows the version that `?version=` names. */
const VERSION_IN_QUERY: ReadonlySet<string> = new Set(['terms']);

/** A painted page, and the document that it shows; the build adds the styles. */
export interface UnstyledDocument extends DocumentAddress {
  readonly painted: Omit<PaintedDocument, 'styles'>;
}

const TEXT = /<article .*<\/article>/s;

/** Paints the page in one language of the interface, as it shows the text at the address `?locale=`. */
async function paintIn(Page: ComponentType, { document: { id }, version }: ChosenText, on: Language, locale: string) {
  await changeLanguage(on);
  // Every page shows the version in one of these two.
  return paint(`/${id}/${version.id}?version=${version.id}&view=text&locale=${locale}`, <Page />);
}

async function forEachLanguage(make: (language: Language) => Promise<string>): Promise<Record<Language, string>> {
  return { en: await make('en'), de: await make('de'), fr: await make('fr'), nl: await make('nl') };
}

async function paintDocument(chosen: ChosenText): Promise<UnstyledDocument> {
  const { document, version, text: entry } = chosen;
  const load = pages[document.id];
  if (!load) throw new Error(`No page shows the document "${document.id}"`);
  const { Page } = await load();
  const { text } = await entry.load();
  const data = carryText(chosen, text);
  const painted = await paintIn(Page, chosen, 'en', entry.language);
  const [article] = TEXT.exec(painted) ?? [];
  if (article === undefined) throw new Error(`The page of "${document.id}" shows no text in "${entry.language}"`);
  const around = async (language: Language, locale: string) => {
    const page = await paintIn(Page, chosen, language, locale);
    if (!page.includes(article)) throw new Error(`The text of "${document.id}" depends on the interface's language`);
    return page.replace(article, () => TEXT_PLACEHOLDER);
  };
  // Pages fall back to English for these languages.
  const missing = LANGUAGES.find((language) => version.texts.every((other) => languageOf(other.language) !== language));
  const falls = entry.language === 'en' && missing !== undefined;
  return {
    document: document.id,
    version: version.id,
    language: entry.language,
    painted: {
      page: await forEachLanguage((language) => around(language, entry.language)),
      ...(falls && { fallback: await forEachLanguage((language) => around(language, missing)) }),
      text: article + data,
      viewer: VIEWER[document.id] ?? 'configured',
      versionInQuery: VERSION_IN_QUERY.has(document.id),
    },
  };
}

/** Paints the page of every text, for the build. */
export async function paintDocuments(): Promise<readonly UnstyledDocument[]> {
  await startI18n({ language: 'en', messages: {} });
  for (const language of LANGUAGES) addMessages('mfe-legal', language, await loadMessages(language));
  const painted: UnstyledDocument[] = [];
  // One after the other, because all share the language.
  for (const document of library)
    for (const version of document.versions)
      for (const text of version.texts) painted.push(await paintDocument({ document, version, text, fellBack: false }));
  return painted;
}

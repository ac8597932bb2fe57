import { LANGUAGES, parseLanguage } from '@portal/contract/language';
import type { PrerenderedPage } from '@portal/contract/prerendered';
import { changeLanguage } from '@portal/i18n';
import type { RenderedPage } from '@portal/i18n/prerender';
import { cutOut, inEveryLanguage, startTexts } from '@portal/i18n/prerender';
import { renderAt } from '@portal/ui/prerender';
import type { ComponentType } from 'react';
import { library } from '../documents/library.yaml';
import { embedText } from './library/embedded-text.ts';
import type { ChosenText } from './library/choose-text.ts';
import { loadMessages, pages } from './remote.ts';

/** When the page of a document opens in the viewer; the others open as the configuration says. */
const VIEWER: Readonly<Record<string, NonNullable<PrerenderedPage['document']>['viewer']>> = {
  'developer-terms': 'first',
  faq: 'never',
};
/** The documents whose page shows the version that `?version=` names. */
const VERSION_IN_QUERY: ReadonlySet<string> = new Set(['terms']);

/** Renders the page in the current language of the interface, as it shows the text at the address `?locale=`. */
function renderDocument(Page: ComponentType, { document: { id }, version }: ChosenText, locale: string) {
  // Every page shows the version in one of these two.
  const address = `/${id}/${version.id}?version=${version.id}&view=text&locale=${locale}`;
  return cutOut(renderAt(address, <Page />), 'article', 'text');
}

async function prerenderDocument(chosen: ChosenText): Promise<RenderedPage> {
  const { document, version, text: entry } = chosen;
  const load = pages[document.id];
  if (!load) throw new Error(`No page shows the document "${document.id}"`);
  const { Page } = await load();
  const { text } = await entry.load();
  const embedded = embedText(chosen, text);
  await changeLanguage('en');
  const { cut: article } = renderDocument(Page, chosen, entry.language);
  if (article === '') throw new Error(`The page of "${document.id}" shows no text in "${entry.language}"`);
  // Pages fall back to English for these languages.
  const missing = LANGUAGES.find((language) =>
    version.texts.every((other) => parseLanguage(other.language) !== language),
  );
  const locales = entry.language === 'en' && missing !== undefined ? [entry.language, missing] : [entry.language];
  const casesIn = () =>
    locales.map((locale, index) => {
      const { html, cut } = renderDocument(Page, chosen, locale);
      if (cut !== article) throw new Error(`The text of "${document.id}" depends on the interface's language`);
      return { choices: { fellBack: String(index > 0) }, html };
    });
  return {
    file: `${document.id}.${version.id}.${entry.language}`,
    paths: [],
    conditions: [],
    document: {
      viewer: VIEWER[document.id] ?? 'configured',
      versionInQuery: VERSION_IN_QUERY.has(document.id),
    },
    cases: await inEveryLanguage(casesIn),
    text: article + embedded,
  };
}

/** Renders the page of every text. */
export async function prerenderDocuments(): Promise<readonly RenderedPage[]> {
  await startTexts({ 'mfe-legal': loadMessages });
  const rendered: RenderedPage[] = [];
  // One after the other, because all share the language.
  for (const document of library)
    for (const version of document.versions)
      for (const text of version.texts)
        rendered.push(await prerenderDocument({ document, version, text, fellBack: false }));
  return rendered;
}

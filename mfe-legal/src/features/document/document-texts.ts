import { FALLBACK_LANGUAGE, type Language, languageOf } from '@portal/contract/language';

/** One document in one language. Headings are unique. */
export interface DocumentText {
  /** Says that this is a sample. */
  readonly sample: string;
  readonly title: string;
  readonly sections: readonly { readonly heading: string; readonly paragraphs: readonly string[] }[];
}

/** A document in the languages that it exists in; English always. */
export type DocumentTexts = Readonly<Partial<Record<Language, DocumentText>>> & { readonly en: DocumentText };

export interface ChosenText {
  readonly language: Language;
  readonly text: DocumentText;
  /** It does not exist in the language that was asked for. */
  readonly fellBack: boolean;
}

/** The text to show: `?locale=` first, then the interface's language, else English (decisions: languages). */
export function chooseText(texts: DocumentTexts, locale: string | null, interfaceLanguage: Language): ChosenText {
  const wanted = languageOf(locale) ?? interfaceLanguage;
  const text = texts[wanted];
  return text
    ? { language: wanted, text, fellBack: false }
    : { language: FALLBACK_LANGUAGE, text: texts.en, fellBack: true };
}

import type { DocumentFacts, DocumentText } from '../src/library/content.ts';
import { validityDays } from '../src/library/validity.ts';
import type { SourceDocument } from './documents.ts';

interface FixedPhrases {
  /** "Version 2, in force from 25.03.2020". */
  readonly validity: (facts: DocumentFacts) => string;
  /** Title of the list of headings. */
  readonly contents: string;
  readonly footer: (facts: DocumentFacts, page: number, pages: number) => string;
}

interface Phrases {
  /** Must also be true before that day: a version may be released earlier, and a PDF never changes. */
  readonly since: (version: string, from: string) => string;
  readonly between: (version: string, from: string, to: string) => string;
  readonly page: (page: number, pages: number) => string;
  readonly contents: string;
}

const PHRASES: Readonly<Record<string, Phrases>> = {
  en: {
    since: (version, from) => `Version ${version}, in force from ${from}`,
    between: (version, from, to) => `Version ${version}, in force from ${from} to ${to}`,
    page: (page, pages) => `page ${page} of ${pages}`,
    contents: 'Contents',
  },
  de: {
    since: (version, from) => `Fassung ${version}, gültig ab ${from}`,
    between: (version, from, to) => `Fassung ${version}, gültig von ${from} bis ${to}`,
    page: (page, pages) => `Seite ${page} von ${pages}`,
    contents: 'Inhalt',
  },
  fr: {
    since: (version, from) => `Version ${version}, en vigueur à partir ${from}`,
    between: (version, from, to) => `Version ${version}, en vigueur ${from} au ${to}`,
    page: (page, pages) => `page ${page} sur ${pages}`,
    contents: 'Sommaire',
  },
  nl: {
    since: (version, from) => `Versie ${version}, geldig vanaf ${from}`,
    between: (version, from, to) => `Versie ${version}, geldig van ${from} tot en met ${to}`,
    page: (page, pages) => `pagina ${page} van ${pages}`,
    contents: 'Inhoud',
  },
};

/** Fixed phrases of page and PDF, in the document's language. */
export function fixedPhrases(language: string): FixedPhrases {
  const letters = language.slice(0, 2);
  const phrases = PHRASES[letters];
  if (!phrases) throw new Error(`There are no phrases for documents in "${language}"`);
  return {
    validity(facts) {
      const { from, to } = validityDays(facts, letters);
      return to === undefined ? phrases.since(facts.version, from) : phrases.between(facts.version, from, to);
    },
    contents: phrases.contents,
    footer: (facts, page, pages) => `${facts.title} · ${phrases.page(page, pages)}`,
  };
}

/** A document as the page shows it. */
export function documentText({ facts, blocks, language }: SourceDocument, pdfSize: number): DocumentText {
  const phrases = fixedPhrases(language);
  return { ...facts, language, validity: phrases.validity(facts), contents: phrases.contents, blocks, pdfSize };
}

import type { DocumentText } from '../src/library/content.ts';
import type { SourceDocument } from './documents.ts';
import { pdfWords } from './pdf-words.ts';

/** A document as the page shows it. */
export function documentText({ facts, blocks, language }: SourceDocument, pdfSize: number): DocumentText {
  const words = pdfWords(language);
  return { ...facts, language, validity: words.validity(facts), contents: words.contents, blocks, pdfSize };
}

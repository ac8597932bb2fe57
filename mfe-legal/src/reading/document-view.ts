import type { PdfElsewhere } from '../features/service-description/use-service-description.ts';
import type { PdfState } from '../features/pdf/use-pdf.ts';
import type { Mode } from './document-bar.tsx';

/** The PDF to show, as far as it is known which one that is. */
export type ChosenPdf =
  /** Nobody knows yet whether there is another one. */
  { readonly from: 'asked' } | { readonly from: 'own' } | { readonly from: 'elsewhere'; readonly url: string };

/** What the API names comes first, as long as it can be shown. */
export function choosePdf(elsewhere: PdfElsewhere, stateElsewhere: PdfState): ChosenPdf {
  if (elsewhere.status === 'asked') return { from: 'asked' };
  if (elsewhere.status === 'none' || stateElsewhere === 'failed') return { from: 'own' };
  return { from: 'elsewhere', url: elsewhere.url };
}

export type DocumentView =
  /** The place of the PDF, before it is there. */
  | { readonly shows: 'coming' }
  | { readonly shows: 'pdf' }
  /** The words; `news` says what became of the PDF, where the reader has asked for that. */
  | { readonly shows: 'text'; readonly news?: 'failed' | 'slow' | 'came' };

export interface Reading {
  /** What the reader has asked for. */
  readonly mode: Mode;
  readonly pdf: PdfState;
  /** The wait for the PDF has taken too long. */
  readonly late: boolean;
}

/** What stands on the page: words in place of a PDF that cannot be shown, or not soon. */
export function documentView({ mode, pdf, late }: Reading): DocumentView {
  if (mode === 'text') return { shows: 'text' };
  if (pdf === 'failed') return { shows: 'text', news: 'failed' };
  if (late) return { shows: 'text', news: pdf === 'sound' ? 'came' : 'slow' };
  return { shows: pdf === 'sound' ? 'pdf' : 'coming' };
}

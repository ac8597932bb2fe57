import type { OtherPdf } from '../features/service-description/use-service-description.ts';
import type { PdfState } from '../features/pdf/use-pdf.ts';
import type { Mode } from './document-bar.tsx';

/** The PDF to show. */
export type ChosenPdf =
  /** The API has not answered yet. */
  { readonly from: 'pending' } | { readonly from: 'own' } | { readonly from: 'other'; readonly url: string };

/** The PDF that the API names takes precedence, unless it cannot be shown. */
export function choosePdf(other: OtherPdf, otherState: PdfState): ChosenPdf {
  if (other.status === 'pending') return { from: 'pending' };
  if (other.status === 'none' || otherState === 'failed') return { from: 'own' };
  return { from: 'other', url: other.url };
}

export type DocumentView =
  /** A spinner in the PDF's frame. */
  | { readonly shows: 'loading' }
  | { readonly shows: 'pdf' }
  /** The text; `pdfStatus` is set if the reader asked for the PDF. */
  | { readonly shows: 'text'; readonly pdfStatus?: 'failed' | 'slow' | 'arrived' };

export interface Reading {
  /** What the reader chose. */
  readonly mode: Mode;
  readonly pdf: PdfState;
  /** The PDF takes too long. */
  readonly late: boolean;
}

/** What the page shows: the text instead of a PDF that failed or takes too long. */
export function documentView({ mode, pdf, late }: Reading): DocumentView {
  if (mode === 'text') return { shows: 'text' };
  if (pdf === 'failed') return { shows: 'text', pdfStatus: 'failed' };
  if (late) return { shows: 'text', pdfStatus: pdf === 'valid' ? 'arrived' : 'slow' };
  return { shows: pdf === 'valid' ? 'pdf' : 'loading' };
}

import type { OtherPdf } from '../features/service-description/use-service-description.ts';
import type { PdfState } from '../features/pdf/use-pdf.ts';
import type { Mode } from './document-bar.tsx';

/** The PDF to show. */
type ChosenPdf =
  /** The API has not answered yet. */
  { readonly from: 'pending' } | { readonly from: 'own' } | { readonly from: 'other'; readonly url: string };

/** The PDF that the API names takes precedence, unless it is no PDF. */
export function choosePdf(other: OtherPdf, otherState: PdfState): ChosenPdf {
  if (other.status === 'pending') return { from: 'pending' };
  if (other.status === 'none' || otherState === 'broken') return { from: 'own' };
  return { from: 'other', url: other.url };
}

type DocumentView =
  /** A spinner in the viewer's frame. */
  | { readonly shows: 'loading' }
  | { readonly shows: 'pdf' }
  /** The text; `missing` is set if the reader asked for the PDF: it failed, or its host keeps it to itself. */
  | { readonly shows: 'text'; readonly missing?: 'failed' | 'elsewhere' };

/** What the page shows, by what the reader wants and the state of the chosen PDF. */
export function documentView(mode: Mode, from: ChosenPdf['from'], pdf: PdfState): DocumentView {
  if (mode === 'text') return { shows: 'text' };
  if (from === 'pending' || pdf === 'loading') return { shows: 'loading' };
  if (pdf === 'open') return { shows: 'pdf' };
  return { shows: 'text', missing: from === 'other' && pdf === 'unreachable' ? 'elsewhere' : 'failed' };
}

import type { OpenPdf } from './open-pdf.ts';
import type { PdfViewerProps } from './pdf-viewer.tsx';

/** Replaces `openPdf` in tests: a PDF of one page. */
export async function openPdf(): Promise<OpenPdf> {
  const nothing = () => ({ done: Promise.resolve(), cancel: () => undefined });
  return { pages: [{ width: 595, height: 842, render: nothing, write: nothing }] };
}

/** Replaces the viewer in tests: its name and its pages, without pictures. */
export function PdfViewer({ pdf: { pages }, label, language, texts, onFailure }: PdfViewerProps) {
  return (
    <div role="region" aria-label={label} lang={language}>
      {texts.page(1, pages.length)}
      <button type="button" onClick={() => onFailure(new Error('This page cannot be drawn.'))}>
        Draw a broken page
      </button>
    </div>
  );
}

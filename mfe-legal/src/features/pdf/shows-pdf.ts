/** From this width on a page of paper can be read without moving it about. */
const WIDE = '(width >= 48rem)';

/** Whether this browser shows PDFs inside a page. */
export function canShowPdf(): boolean {
  return navigator.pdfViewerEnabled;
}

/** Whether a PDF is the better thing to begin with, rather than its words. */
export function prefersPdf(): boolean {
  return canShowPdf() && window.matchMedia(WIDE).matches;
}

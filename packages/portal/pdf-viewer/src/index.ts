/*
 * Shows PDFs in the portal's own look. It contains pdf.js, so a remote imports it with `useLazyImport` when somebody asks for a PDF, and
 * its style sheet with its own.
 */
export { openPdf } from './open-pdf.ts';
export type { OpenPdf } from './open-pdf.ts';
export { PdfViewer } from './pdf-viewer.tsx';

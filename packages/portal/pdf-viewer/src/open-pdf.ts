import { getDocument, RenderingCancelledException, TextLayer, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
// oxlint-disable-next-line import/no-unassigned-import -- sets `pdfjsWorker`, which pdf.js then uses in the page instead of a worker (ADR 8)
import 'pdfjs-dist/legacy/build/pdf.worker.mjs';

/** Work that can be given up. It then neither resolves nor rejects. */
interface RenderTask {
  readonly done: Promise<void>;
  cancel(): void;
}

/** A page of a PDF. Lengths are in CSS pixels at scale 1. */
export interface PdfPage {
  readonly width: number;
  readonly height: number;
  /** Draws the page on a canvas, which gets its size from `scale`. */
  render(canvas: HTMLCanvasElement, scale: number): RenderTask;
  /** Writes the page's text into `layer`, each run where the picture shows it. */
  write(layer: HTMLElement): RenderTask;
}

/** A PDF whose pages can be shown. */
export interface OpenPdf {
  readonly pages: readonly PdfPage[];
}

function startRender(work: Promise<unknown>, cancel: () => void): RenderTask {
  let cancelled = false;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  work.then(
    () => cancelled || resolve(),
    (error: unknown) => cancelled || error instanceof RenderingCancelledException || reject(error),
  );
  return {
    done: promise,
    cancel: () => {
      cancelled = true;
      cancel();
    },
  };
}

function toPage(page: PDFPageProxy): PdfPage {
  const viewport = page.getViewport({ scale: 1 });
  return {
    width: viewport.width,
    height: viewport.height,
    render(canvas, scale) {
      const scaled = page.getViewport({ scale });
      canvas.width = Math.floor(scaled.width);
      canvas.height = Math.floor(scaled.height);
      const task = page.render({ canvas, viewport: scaled });
      return startRender(task.promise, () => task.cancel());
    },
    write(layer) {
      const textContentSource = page.streamTextContent({ includeMarkedContent: true });
      const text = new TextLayer({ textContentSource, container: layer, viewport });
      return startRender(text.render(), () => text.cancel());
    },
  };
}

/** Opens a PDF. @throws if it cannot be read. */
export async function openPdf(bytes: Uint8Array): Promise<OpenPdf> {
  const { promise } = getDocument({
    data: bytes,
    // The Content Security Policy allows no WebAssembly.
    useWasm: false,
    verbosity: VerbosityLevel.ERRORS,
  });
  const document = await promise;
  const numbers = Array.from({ length: document.numPages }, (_, index) => index + 1);
  return { pages: (await Promise.all(numbers.map(async (number) => await document.getPage(number)))).map(toPage) };
}

import { PDF_LIMIT_MS } from '@portal/contract/time-limit';

/** The end mark is within this many last bytes; some programs write a few lines after it. */
const TAIL_BYTES = 1024;

function text(bytes: Uint8Array): string {
  return new TextDecoder('latin1').decode(bytes);
}

/** Whether the bytes begin and end like a PDF. */
export function isCompletePdf(bytes: Uint8Array): boolean {
  return text(bytes.subarray(0, 5)) === '%PDF-' && text(bytes.subarray(-TAIL_BYTES)).includes('%%EOF');
}

function isAllowed(url: string, origins: readonly string[]): boolean {
  const origin = URL.parse(url)?.origin;
  return origin !== undefined && origins.includes(origin);
}

/**
 * Fetches a PDF and checks that it is complete. Sends cookies only to this origin, and sends no token.
 * @throws {TypeError} if it cannot be fetched; {Error} if it is incomplete or not a PDF, or comes from an origin that
 * is not in `origins`.
 */
export async function checkPdf(url: string, origins: readonly string[], signal: AbortSignal): Promise<Uint8Array> {
  const answer = await fetch(url, {
    credentials: 'same-origin',
    referrerPolicy: 'no-referrer',
    cache: 'no-cache',
    signal: AbortSignal.any([signal, AbortSignal.timeout(PDF_LIMIT_MS)]),
  });
  if (!isAllowed(answer.url, origins)) throw new Error(`${url} leads to an origin that is not allowed`);
  if (!answer.ok) throw new Error(`${url} answers ${String(answer.status)}`);
  const bytes = new Uint8Array(await answer.arrayBuffer());
  if (!isCompletePdf(bytes)) throw new Error(`${url} is not a complete PDF`);
  return bytes;
}

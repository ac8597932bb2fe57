/** How long a PDF may take to come, in milliseconds. */
const LIMIT_MS = 30_000;
/** The end mark is in the last bytes; some writers add a line or two after it. */
const TAIL_BYTES = 1024;

function text(bytes: Uint8Array): string {
  return new TextDecoder('latin1').decode(bytes);
}

/** Whether these bytes are a complete PDF, by its beginning and end. */
export function isWholePdf(bytes: Uint8Array): boolean {
  return text(bytes.subarray(0, 5)) === '%PDF-' && text(bytes.subarray(-TAIL_BYTES)).includes('%%EOF');
}

function isAllowed(url: string, origins: readonly string[]): boolean {
  const origin = URL.parse(url)?.origin;
  return origin !== undefined && origins.includes(origin);
}

/**
 * Fetches a PDF and checks it, because a frame does not report whether it shows anything. Sends cookies to this origin only, and no
 * token.
 * @throws {Error} when it does not arrive, is incomplete or not a PDF, or comes from an origin that is not in `origins`.
 */
export async function checkPdf(url: string, origins: readonly string[], signal: AbortSignal): Promise<void> {
  const answer = await fetch(url, {
    credentials: 'same-origin',
    referrerPolicy: 'no-referrer',
    cache: 'no-cache',
    signal: AbortSignal.any([signal, AbortSignal.timeout(LIMIT_MS)]),
  });
  if (!isAllowed(answer.url, origins)) throw new Error(`${url} leads to an origin that is not allowed`);
  if (!answer.ok) throw new Error(`${url} answers ${String(answer.status)}`);
  if (!isWholePdf(new Uint8Array(await answer.arrayBuffer()))) throw new Error(`${url} is no whole PDF`);
}

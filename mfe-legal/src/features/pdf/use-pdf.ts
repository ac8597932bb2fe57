import { checkPdf } from '@portal/api';
import { useLoad } from '@portal/ui';
import { useCallback, useEffect, useState } from 'react';

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

export type PdfState = 'checking' | 'sound' | 'failed';

const STATES = { loading: 'checking', loaded: 'sound', failed: 'failed' } as const;

/** Whether the PDF at `url` can be shown; it is judged when `wanted`. `origins` may serve it. */
export function usePdf(url: string | undefined, wanted: boolean, origins: readonly string[]) {
  const check = useCallback(
    async (signal: AbortSignal) => {
      if (url !== undefined) await checkPdf(url, [window.location.origin, ...origins], signal);
    },
    [url, origins],
  );
  const [{ status }, tryAgain] = useLoad(check, {
    enabled: wanted && url !== undefined,
    onFailure: (error) => console.error('The PDF could not be shown.', error),
  });
  return { state: STATES[status], tryAgain } as const;
}

/** How long a reader looks at a place in which nothing stands yet, in milliseconds. */
const PATIENCE_MS = 3000;

/**
 * Whether the wait for `what` has taken too long. It stays so when `what` comes after all: nothing takes the place of what is
 * being read by then. `renew` begins a new wait.
 */
export function usePatience(what: string, waiting: boolean) {
  const [lostFor, setLostFor] = useState<string>();
  const lost = lostFor === what;
  useEffect(() => {
    if (!waiting || lost) return undefined;
    const timer = setTimeout(() => setLostFor(what), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [what, waiting, lost]);
  return { lost, renew: () => setLostFor(undefined) } as const;
}

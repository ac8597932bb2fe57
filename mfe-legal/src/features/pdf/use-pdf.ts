import { checkPdf } from '@portal/api';
import { useLoad } from '@portal/ui';
import { useCallback, useEffect, useState } from 'react';

/** From this width on, a page of a PDF can be read without scrolling sideways. */
const WIDE = '(width >= 48rem)';

/** Whether this browser shows PDFs inside a page. */
export function canShowPdf(): boolean {
  return navigator.pdfViewerEnabled;
}

/** Whether a document opens as a PDF rather than as text. */
export function prefersPdf(): boolean {
  return canShowPdf() && window.matchMedia(WIDE).matches;
}

export type PdfState = 'checking' | 'valid' | 'failed';

const STATES = { loading: 'checking', loaded: 'valid', failed: 'failed' } as const;

/** Whether the PDF at `url` can be shown; checked once `enabled`. It may also come from one of `origins`. */
export function usePdf(url: string | undefined, enabled: boolean, origins: readonly string[]) {
  const check = useCallback(
    async (signal: AbortSignal) => {
      if (url !== undefined) await checkPdf(url, [window.location.origin, ...origins], signal);
    },
    [url, origins],
  );
  const [{ status }, tryAgain] = useLoad(check, {
    enabled: enabled && url !== undefined,
    onFailure: (error) => console.error('The PDF could not be shown.', error),
  });
  return { state: STATES[status], tryAgain } as const;
}

/** How long a reader waits for a PDF before the text is shown instead. */
const WAIT_LIMIT_MS = 3000;

/**
 * Whether loading `url` takes too long. Stays true when the PDF arrives later, because it must not replace the text that the user is
 * reading. `restart` begins a new wait.
 */
export function useWaitLimit(url: string, waiting: boolean) {
  const [exceededFor, setExceededFor] = useState<string>();
  const exceeded = exceededFor === url;
  useEffect(() => {
    if (!waiting || exceeded) return undefined;
    const timer = setTimeout(() => setExceededFor(url), WAIT_LIMIT_MS);
    return () => clearTimeout(timer);
  }, [url, waiting, exceeded]);
  return { exceeded, restart: () => setExceededFor(undefined) } as const;
}

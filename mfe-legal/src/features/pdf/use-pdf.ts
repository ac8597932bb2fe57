import { useCallback, useEffect, useState } from 'react';
import { checkPdf } from './check-pdf.ts';

export type PdfState = 'checking' | 'sound' | 'failed';

/** Whether the PDF at `url` can be shown; it is judged when `wanted`. `origins` may serve it. */
export function usePdf(url: string | undefined, wanted: boolean, origins: readonly string[]) {
  const [judged, setJudged] = useState<{ readonly url: string; readonly state: PdfState }>();
  const known = url !== undefined && judged?.url === url ? judged.state : undefined;
  const check = useCallback(() => {
    const leaving = new AbortController();
    if (url === undefined) return () => undefined;
    checkPdf(url, [window.location.origin, ...origins], leaving.signal).then(
      () => setJudged({ url, state: 'sound' }),
      (error: unknown) => {
        if (leaving.signal.aborted) return;
        console.error('The PDF could not be shown.', error);
        setJudged({ url, state: 'failed' });
      },
    );
    return () => leaving.abort();
  }, [url, origins]);
  useEffect(() => (wanted && known === undefined ? check() : undefined), [wanted, known, check]);
  return { state: known ?? 'checking', tryAgain: () => setJudged(undefined) } as const;
}

import { checkPdf } from '@portal/api';
import { useLoad } from '@portal/ui';
import { useCallback } from 'react';

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

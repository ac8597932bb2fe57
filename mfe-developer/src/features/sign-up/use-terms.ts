import { checkPdf } from '@portal/api';
import { useLoad } from '@portal/ui';
import { useCallback } from 'react';

/** Whether the terms are there to be read: nobody is to accept what did not come. */
export type TermsState = 'loading' | 'ready' | 'failed' | 'retrying';

/** Fetches the PDF at `url` once and judges it, because a frame does not tell whether it shows anything. */
export function useTerms(url: string): { readonly state: TermsState; readonly tryAgain: () => void } {
  // The cookie that the release was drawn by goes along: it is to be the PDF that the frame will show.
  const check = useCallback(
    async (signal: AbortSignal) => await checkPdf(url, [window.location.origin], signal),
    [url],
  );
  const [state, tryAgain] = useLoad(check, {
    onFailure: (error) => console.error('The developer terms did not come.', error),
  });
  if (state.status === 'loading') return { state: state.again ? 'retrying' : 'loading', tryAgain };
  return { state: state.status === 'loaded' ? 'ready' : 'failed', tryAgain };
}

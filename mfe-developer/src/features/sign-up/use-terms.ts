import { useEffect, useState } from 'react';

/** Whether the terms are there to be read: nobody is to accept what did not come. */
export type TermsState = 'loading' | 'ready' | 'failed';

/** How long the terms may take to come, in milliseconds. */
const LIMIT = 30_000;
/** What every PDF begins with. */
const MARK = '%PDF-';

async function judge(url: string, leaving: AbortSignal): Promise<'ready' | 'failed'> {
  const signal = AbortSignal.any([leaving, AbortSignal.timeout(LIMIT)]);
  try {
    // The cookie that the release was drawn by goes along: it is to be the PDF that the frame will show.
    const answer = await fetch(url, { credentials: 'same-origin', signal });
    const start = (await answer.arrayBuffer()).slice(0, MARK.length);
    if (answer.ok && new TextDecoder('latin1').decode(start) === MARK) return 'ready';
    console.error(`The developer terms did not come: ${url} is no PDF (status ${String(answer.status)}).`);
  } catch (error) {
    if (!leaving.aborted) console.error('The developer terms did not come.', error);
  }
  return 'failed';
}

/** Fetches the PDF at `url` once and judges it, because a frame does not tell whether it shows anything. */
export function useTerms(url: string): { readonly state: TermsState; readonly tryAgain: () => void } {
  const [judged, setJudged] = useState<{ readonly url: string; readonly state: 'ready' | 'failed' }>();
  const state = judged?.url === url ? judged.state : 'loading';
  useEffect(() => {
    if (state !== 'loading') return undefined;
    const leaving = new AbortController();
    void judge(url, leaving.signal).then((outcome) => {
      if (!leaving.signal.aborted) setJudged({ url, state: outcome });
    });
    return () => leaving.abort();
  }, [url, state]);
  return { state, tryAgain: () => setJudged(undefined) };
}

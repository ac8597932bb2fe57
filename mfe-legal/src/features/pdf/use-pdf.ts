import { checkPdf } from '@portal/api';
import type { OpenPdf, PdfViewer as Viewer } from '@portal/pdf-viewer';
import { useDocumentOrigins, useLazyImport, useLoad } from '@portal/ui';
import { useCallback, useState } from 'react';

/** `unreachable`: the PDF did not arrive; its host may be down, or may not allow the portal to read it. */
export type PdfState = 'loading' | 'open' | 'broken' | 'unreachable';

interface Opened {
  readonly pdf: OpenPdf;
  readonly PdfViewer: typeof Viewer;
}

/** Fetches and opens the PDF at `url` once `enabled`, and loads the viewer, which is a chunk of its own. */
export function usePdf(url: string | undefined, enabled: boolean) {
  const origins = useDocumentOrigins();
  const lazyImport = useLazyImport();
  const [brokenPdf, setBrokenPdf] = useState<OpenPdf>();
  const open = useCallback(
    async (signal: AbortSignal): Promise<Opened> => {
      if (url === undefined) throw new Error('There is no PDF to open');
      const [viewer, bytes] = await Promise.all([
        lazyImport(() => import(/* webpackChunkName: "pdf-viewer" */ '@portal/pdf-viewer')),
        checkPdf(url, [window.location.origin, ...origins], signal),
      ]);
      return { pdf: await viewer.openPdf(bytes), PdfViewer: viewer.PdfViewer };
    },
    [url, origins, lazyImport],
  );
  const [loaded, tryAgain] = useLoad(open, {
    enabled: enabled && url !== undefined,
    onFailure: (error) => console.error('The PDF could not be shown.', error),
  });

  let state: PdfState = 'loading';
  // `fetch` fails with a TypeError if there is no answer that the portal may read.
  if (loaded.status === 'failed') state = loaded.error instanceof TypeError ? 'unreachable' : 'broken';
  if (loaded.status === 'loaded') state = loaded.value.pdf === brokenPdf ? 'broken' : 'open';
  return {
    state,
    opened: loaded.status === 'loaded' ? loaded.value : undefined,
    /** A page of the open PDF could not be drawn. */
    onBroken: useCallback(
      (error: unknown) => {
        console.error('A page of the PDF could not be drawn.', error);
        if (loaded.status === 'loaded') setBrokenPdf(loaded.value.pdf);
      },
      [loaded],
    ),
    tryAgain: () => {
      setBrokenPdf(undefined);
      tryAgain();
    },
  } as const;
}

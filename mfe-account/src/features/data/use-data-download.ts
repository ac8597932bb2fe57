import { CallError, reportFailure } from '@portal/api';
import { useLanguage, useTranslation } from '@portal/i18n';
import { notify, useLazyImport, useLoad } from '@portal/ui';
import { useState } from 'react';
import type { Format } from './formats.ts';

/** A press on one of the buttons. */
interface Request {
  readonly format: Format;
  /** Makes the file and saves it. */
  readonly run: (signal: AbortSignal) => Promise<void>;
}

const doNothing = async () => {};

/**
 * The download: `active` is the format that is being prepared or, with `failed`, that could not be made. What makes the
 * file is a chunk of its own.
 */
export function useDataDownload(isAskedAboutNews: boolean) {
  const { t } = useTranslation('mfe-account');
  const language = useLanguage();
  const lazyImport = useLazyImport();
  const [request, setRequest] = useState<Request>();
  const [state, retry] = useLoad(request?.run ?? doNothing, {
    enabled: request !== undefined,
    onFailure(error) {
      const raiseNotice = () => notify({ kind: 'error', text: t('failure') });
      if (error instanceof CallError) reportFailure(error, raiseNotice);
      else {
        raiseNotice();
        console.error('What makes the file could not be loaded.', error);
      }
    },
  });
  const running = request !== undefined && state.status === 'loading';

  function download(format: Format): void {
    if (running) return;
    async function run(signal: AbortSignal): Promise<void> {
      const { makeFile } = await lazyImport(() => import(/* webpackChunkName: "data-file" */ './make-file.ts'));
      const file = await makeFile({ format, language, t, isAskedAboutNews }, signal);
      notify({ kind: 'success', text: t('data.saved', { file }) });
    }
    setRequest({ format, run });
  }

  return {
    download,
    retry,
    active: request?.format,
    running,
    failed: state.status === 'failed' || (running && state.again),
  };
}

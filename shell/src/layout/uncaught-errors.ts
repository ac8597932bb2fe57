import { useTranslation } from '@portal/i18n';
import { notify } from '@portal/ui';
import { useEffect } from 'react';
import { usePortal } from '../portal.ts';

/** The remote whose code is in the stack of `error`; what it calls of the shell comes first there. */
function remoteIn(error: unknown): string | undefined {
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  return /\/assets\/(mfe-[\w-]+)\//.exec(stack)?.[1];
}

/**
 * Counts errors of remotes that nothing caught, in event handlers, timers and promises, as crashes of their versions. The page stays; people
 * who have just acted are told that it did not work.
 */
export function useUncaughtErrors(): void {
  const { t } = useTranslation('shell');
  const { loader } = usePortal();
  useEffect(() => {
    const handle = (event: Event, error: unknown) => {
      const remote = remoteIn(error);
      if (remote === undefined || !loader.reportCrash(remote)) return;
      event.preventDefault();
      console.error(`An error in ${remote} was not caught.`, error);
      if (navigator.userActivation.isActive) notify({ kind: 'error', text: t('notice.generic') });
    };
    const onError = (event: ErrorEvent) => handle(event, event.error);
    const onRejection = (event: PromiseRejectionEvent) => handle(event, event.reason);
    window.addEventListener('error', onError);
    window.addEventListener('unhandledrejection', onRejection);
    return () => {
      window.removeEventListener('error', onError);
      window.removeEventListener('unhandledrejection', onRejection);
    };
  }, [t, loader]);
}

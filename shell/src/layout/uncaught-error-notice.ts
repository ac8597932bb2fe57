import { useTranslation } from '@portal/i18n';
import { notify } from '@portal/ui';
import { useEffect } from 'react';

/** Tells people who have just acted that it did not work, after an error of a remote that nothing caught (see ../uncaught-errors.ts). */
export function useUncaughtErrorNotice(): void {
  const { t } = useTranslation('shell');
  useEffect(() => {
    const tell = ({ defaultPrevented }: Event) => {
      if (defaultPrevented && navigator.userActivation.isActive) notify({ kind: 'error', text: t('notice.generic') });
    };
    window.addEventListener('error', tell);
    window.addEventListener('unhandledrejection', tell);
    return () => {
      window.removeEventListener('error', tell);
      window.removeEventListener('unhandledrejection', tell);
    };
  }, [t]);
}

import { useTranslation } from '@portal/i18n';
import { Icon } from '@portal/ui';
import { useSyncExternalStore } from 'react';

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

const isOnline = () => navigator.onLine;

/** Says that there is no network, as long as there is none. Its region stands there from the start, so that screen readers tell of it. */
export function OfflineStatus() {
  const { t } = useTranslation('shell');
  const online = useSyncExternalStore(subscribe, isOnline);
  return (
    <div role="status">
      {!online && (
        <div className="offline">
          <p className="page">
            <Icon name="warning" small />
            <span>
              <strong>{t('offline.title')}</strong> {t('offline.text')}
            </span>
          </p>
        </div>
      )}
    </div>
  );
}

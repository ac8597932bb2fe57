import type { Hub } from '@portal/api';
import { useTranslation } from '@portal/i18n';
import { Button } from '@portal/ui';
import { useHubs } from './use-hubs.ts';

/** As many are named at once; more wait behind a word. */
const AT_ONCE = 8;

function HubNames({ hubs }: { readonly hubs: readonly Hub[] }) {
  const { t } = useTranslation('mfe-account');
  return (
    <ul className="hub-names">
      {hubs.map(({ serial, partNumber, type, role }) => (
        <li key={`${serial}+${partNumber}`}>
          {t(`deletion.hubNames.${role}`, { type: t(`deletion.types.${type}`), serial })}
        </li>
      ))}
    </ul>
  );
}

/** Which hubs lose their link to the user. */
export function HubsConcerned() {
  const { t } = useTranslation('mfe-account');
  const [state, askAgain] = useHubs();
  if (state.status === 'loading') return <p className="soft">{t('deletion.hubsLoading')}</p>;
  if (state.status === 'failed') {
    return (
      <>
        <p>{t('deletion.hubsFailed')}</p>
        <Button size="small" icon="retry" onClick={askAgain}>
          {t('tryAgain')}
        </Button>
      </>
    );
  }
  const { value: hubs } = state;
  if (hubs.length === 0) return <p>{t('deletion.noHubs')}</p>;
  return (
    <>
      <p>{t('deletion.hubs', { count: hubs.length })}</p>
      {hubs.length <= AT_ONCE ? (
        <HubNames hubs={hubs} />
      ) : (
        <details>
          <summary>{t('deletion.showHubs', { count: hubs.length })}</summary>
          <HubNames hubs={hubs} />
        </details>
      )}
    </>
  );
}

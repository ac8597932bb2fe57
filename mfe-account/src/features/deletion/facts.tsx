import { getHubs, reportFailure } from '@portal/api';
import type { Hub } from '@portal/api';
import { useTranslation } from '@portal/i18n';
import { Button, Icon, notify, useFocusAfterRetry, useLoad, useOutwardLinks } from '@portal/ui';
import type { IconName } from '@portal/ui';
import { useRef } from 'react';
import type { ReactNode } from 'react';
import './deletion.css';

/** How many hubs are shown; the rest of a longer list is folded. */
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

function HubList({ hubs }: { readonly hubs: readonly Hub[] }) {
  const { t } = useTranslation('mfe-account');
  if (hubs.length === 0) return null;
  if (hubs.length <= AT_ONCE) return <HubNames hubs={hubs} />;
  return (
    <details>
      <summary>{t('deletion.showHubs', { count: hubs.length })}</summary>
      <HubNames hubs={hubs} />
    </details>
  );
}

/**
 * The hubs that lose their link to the user. If they cannot be loaded, a notice says so, and the user can still delete
 * the account, even after a 403 (ADR 14).
 */
function HubsConcerned() {
  const { t } = useTranslation('mfe-account');
  const [state, retry] = useLoad(getHubs, {
    onFailure: (error) => reportFailure(error, () => notify({ kind: 'error', text: t('failure') })),
  });
  const retrying = state.status === 'loading' && state.again;
  const isLoaded = state.status === 'loaded';
  const words = useRef<HTMLParagraphElement>(null);
  useFocusAfterRetry(words, { retrying, ended: isLoaded });

  const failed = state.status === 'failed' || retrying;
  function text(): string {
    if (failed) return t('deletion.hubsFailed');
    if (!isLoaded) return t('deletion.hubsLoading');
    return state.value.length === 0 ? t('deletion.noHubs') : t('deletion.hubs', { count: state.value.length });
  }

  return (
    <>
      <p ref={words} role="status" tabIndex={-1} className={failed || isLoaded ? undefined : 'soft coming'}>
        {text()}
      </p>
      {failed && (
        <Button size="small" icon="retry" busy={retrying} onClick={retry}>
          {retrying ? t('tryingAgain') : t('tryAgain')}
        </Button>
      )}
      {isLoaded && <HubList hubs={state.value} />}
    </>
  );
}

function Fact({ icon, children }: { readonly icon: IconName; readonly children: ReactNode }) {
  return (
    <li>
      <Icon name={icon} />
      <div className="stack fact">{children}</div>
    </li>
  );
}

/** What is deleted with the account, and what stays (specification, section 4: always the central identity). */
export function Facts() {
  const { t } = useTranslation('mfe-account');
  const { identityManagement } = useOutwardLinks();
  return (
    <>
      <h2>{t('deletion.goes')}</h2>
      <ul className="facts" role="list">
        <Fact icon="user">
          <p>{t('deletion.facts.profile')}</p>
        </Fact>
        <Fact icon="release">
          <HubsConcerned />
        </Fact>
      </ul>
      <h2>{t('deletion.stays')}</h2>
      <ul className="facts" role="list">
        <Fact icon="hub">
          <p>{t('deletion.facts.bike')}</p>
        </Fact>
        <Fact icon="identity">
          <p>{t('deletion.facts.identity')}</p>
          {identityManagement !== undefined && (
            <p>
              <a href={identityManagement}>{t('identity.manage')}</a>
            </p>
          )}
        </Fact>
      </ul>
    </>
  );
}

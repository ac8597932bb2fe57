import { useTranslation } from '@portal/i18n';
import { Icon, useOutwardLinks } from '@portal/ui';
import type { IconName } from '@portal/ui';
import type { ReactNode } from 'react';
import './deletion.css';
import { HubsConcerned } from './hubs-concerned.tsx';

function Fact({ icon, children }: { readonly icon: IconName; readonly children: ReactNode }) {
  return (
    <li>
      <Icon name={icon} />
      <div className="stack fact">{children}</div>
    </li>
  );
}

/** What goes with the account, and what stays (specification, section 4: never the central identity). */
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

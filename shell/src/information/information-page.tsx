import { matchesPath } from '@portal/contract/paths';
import { useTranslation } from '@portal/i18n';
import { ButtonLink, MessagePage, useLocation } from '@portal/ui';
import type { ComponentType } from 'react';
import { BuildInformation } from './build-information.tsx';
import { HelpLinks } from './help-links.tsx';
import { Info, UserInfo } from './info.tsx';
import { Welcome } from './welcome.tsx';

/** The 404 page (specification, section 8). */
function NotFound() {
  const { t } = useTranslation('information');
  const actions = (
    <>
      <ButtonLink variant="primary" to="/settings">
        {t('goTo.hubs')}
      </ButtonLink>
      <ButtonLink variant="quiet" to="/">
        {t('goTo.start')}
      </ButtonLink>
    </>
  );
  return (
    <MessagePage title={t('notFound.heading')} drawing="unfinished" actions={actions}>
      <p>{t('notFound.text')}</p>
    </MessagePage>
  );
}

/** The 403 page (specification, section 6). */
function Forbidden() {
  const { t } = useTranslation('information');
  const actions = (
    <>
      <ButtonLink variant="primary" to="/settings">
        {t('goTo.hubs')}
      </ButtonLink>
      <HelpLinks />
    </>
  );
  return (
    <MessagePage title={t('forbidden.heading')} drawing="closed" actions={actions}>
      <p>{t('forbidden.text')}</p>
    </MessagePage>
  );
}

const PAGES: readonly (readonly [path: string, ComponentType])[] = [
  ['/welcome', Welcome],
  ['/info', Info],
  ['/user-info', UserInfo],
  ['/forbidden', Forbidden],
  ['/build-information', BuildInformation],
];

/** The pages that only inform. They share a chunk, because each is small and rarely opened. */
export function Page() {
  const { pathname } = useLocation();
  const [, Found = NotFound] = PAGES.find(([path]) => matchesPath(path, pathname)) ?? [];
  return <Found />;
}

import { useTranslation } from '@portal/i18n';
import { ButtonLink, MessagePage } from '@portal/ui';

/** A page that is not there (specification, section 8). */
export function NotFound() {
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

/** A page that is not open to this user (specification, section 6). */
export function Forbidden() {
  const { t } = useTranslation('information');
  const actions = (
    <ButtonLink variant="primary" to="/settings">
      {t('goTo.hubs')}
    </ButtonLink>
  );
  return (
    <MessagePage title={t('forbidden.heading')} drawing="closed" actions={actions}>
      <p>{t('forbidden.text')}</p>
    </MessagePage>
  );
}

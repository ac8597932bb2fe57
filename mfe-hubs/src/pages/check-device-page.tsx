import { useTranslation } from '@portal/i18n';
import { ButtonLink, MessagePage } from '@portal/ui';

/**
 * `/check-device`: the user continues in the mobile app (specification, section 2). The page only explains how, because there is no
 * known address that opens the app.
 */
export function Page() {
  const { t } = useTranslation('mfe-hubs');
  return (
    <MessagePage
      title={t('checkDevice.title')}
      drawing="unfinished"
      actions={
        <ButtonLink variant="primary" to="/settings">
          {t('toHubs')}
        </ButtonLink>
      }
    >
      <p>{t('checkDevice.onPhone')}</p>
      <p>{t('checkDevice.elsewhere')}</p>
      <p>{t('checkDevice.afterwards')}</p>
    </MessagePage>
  );
}

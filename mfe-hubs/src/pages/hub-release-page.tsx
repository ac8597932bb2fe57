import { useTranslation } from '@portal/i18n';
import { ButtonLink, MessagePage } from '@portal/ui';

/**
 * `/hub-release`: where an owner's answer to a guest's request may lead; open to everybody (specification, section 2).
 */
export function Page() {
  const { t } = useTranslation('mfe-hubs');
  return (
    <MessagePage
      title={t('hubRelease.title')}
      drawing="arrived"
      actions={
        <ButtonLink variant="primary" to="/settings">
          {t('toHubs')}
        </ButtonLink>
      }
    >
      <p>{t('hubRelease.text')}</p>
    </MessagePage>
  );
}

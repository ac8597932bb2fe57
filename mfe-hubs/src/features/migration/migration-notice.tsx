import { useTranslation } from '@portal/i18n';
import { ButtonLink, Message } from '@portal/ui';

/** For users whose account is not yet on the central identity (specification, section 2). */
export function MigrationNotice() {
  const { t } = useTranslation('mfe-hubs');
  return (
    <Message
      title={t('migration.title')}
      titleAs="h2"
      actions={<ButtonLink to="/migration-info">{t('migration.how')}</ButtonLink>}
    >
      {t('migration.text')}
    </Message>
  );
}

import { useTranslation } from '@portal/i18n';
import { ButtonLink, Section } from '@portal/ui';

/** Link to the page on which the account is deleted. */
export function DeletionSection() {
  const { t } = useTranslation('mfe-account');
  return (
    <Section id="delete" heading={t('deletion.heading')} text={t('deletion.about')}>
      <p className="prose">{t('deletion.short')}</p>
      <div>
        <ButtonLink to="/account/delete" variant="danger-quiet" outlined icon="delete">
          {t('deletion.open')}
        </ButtonLink>
      </div>
    </Section>
  );
}

import { useTranslation } from '@portal/i18n';
import { ButtonLink, Section } from '@portal/ui';

/** The way to deleting the account; the page there asks. */
export function DeletionSection() {
  const { t } = useTranslation('mfe-account');
  return (
    <Section heading={t('deletion.heading')} text={t('deletion.about')}>
      <p className="prose">{t('deletion.short')}</p>
      <div>
        <ButtonLink to="/account/delete" variant="danger-quiet" outlined icon="delete">
          {t('deletion.open')}
        </ButtonLink>
      </div>
    </Section>
  );
}

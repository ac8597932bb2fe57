import { useTranslation } from '@portal/i18n';
import { Section, useOutwardLinks } from '@portal/ui';

/** Link to the Data Act information, if its address is configured. */
export function DataActSection() {
  const { t } = useTranslation('mfe-account');
  const { dataAct } = useOutwardLinks();
  if (dataAct === undefined) return null;
  return (
    <Section heading={t('dataAct.heading')} text={t('dataAct.about')}>
      <p>
        <a href={dataAct}>{t('dataAct.link')}</a>
      </p>
    </Section>
  );
}

import { useTranslation } from '@portal/i18n';
import { Section, useOutwardLinks } from '@portal/ui';

/** Where it says how to get one's data; without an address in the configuration nowhere. */
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

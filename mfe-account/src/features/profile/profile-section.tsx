import { useLanguage, useTranslation } from '@portal/i18n';
import { useUser } from '@portal/session';
import { Entries, Section } from '@portal/ui';
import { countryName } from './country-name.ts';

/** First name, last name and country. */
export function ProfileSection() {
  const { t } = useTranslation('mfe-account');
  const language = useLanguage();
  const { firstName, lastName, country } = useUser();
  const missing = (text: string) => <span className="soft">{text}</span>;
  return (
    <Section heading={t('profile.heading')} text={t('profile.about')}>
      <Entries
        entries={[
          { name: t('profile.firstName'), value: firstName },
          { name: t('profile.lastName'), value: lastName === '' ? missing(t('profile.notGiven')) : lastName },
          {
            name: t('profile.country'),
            value: country === null ? missing(t('profile.notChosen')) : countryName(country, language),
          },
        ]}
      />
    </Section>
  );
}

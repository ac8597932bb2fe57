import { LANGUAGE_NAMES, LANGUAGES } from '@portal/contract/language';
import type { Language } from '@portal/contract/language';
import { useLanguage, useTranslation } from '@portal/i18n';
import { Entries, Section, Sections } from '@portal/ui';
import { useState } from 'react';
import type { CountryRecord } from '../../calls/countries.ts';
import { textAt } from './country-input.ts';
import { LanguageChoice } from './language-choice.tsx';
import { PromotionPreview } from './promotion-preview.tsx';
import './country.css';

/** A country for those who may read it only. */
export function CountryFacts({ record }: { readonly record: CountryRecord }) {
  const { t } = useTranslation('mfe-staff');
  const [language, setLanguage] = useState<Language>(useLanguage());
  const terms = textAt(record, `terms.${language}`);
  const yesOrNo = (value: boolean) => t(value ? 'countries.yes' : 'countries.no');
  return (
    <div className="country">
      <Sections>
        <Section heading={t('country.general')} text={t('country.readOnly')}>
          <Entries
            entries={[
              { name: t('countries.code'), value: record.code.toUpperCase() },
              { name: t('countries.phonePrefix'), value: record.phonePrefix },
              { name: t('countries.active'), value: yesOrNo(record.active) },
              { name: t('countries.newlyAdded'), value: yesOrNo(record.newlyAdded) },
            ]}
          />
        </Section>
        <Section heading={t('country.names')}>
          <Entries
            entries={LANGUAGES.map((each) => ({
              name: LANGUAGE_NAMES[each],
              value: <span lang={each}>{record.name[each]}</span>,
            }))}
          />
        </Section>
        <Section heading={t('country.texts')}>
          <LanguageChoice record={record} value={language} onChange={setLanguage} />
          <div className="stack">
            <h3>{t('country.terms')}</h3>
            {terms === '' ? (
              <p className="soft">{t('country.noTerms')}</p>
            ) : (
              <p className="country-terms prose" lang={language}>
                {terms}
              </p>
            )}
          </div>
          <PromotionPreview record={record} language={language} />
        </Section>
      </Sections>
    </div>
  );
}

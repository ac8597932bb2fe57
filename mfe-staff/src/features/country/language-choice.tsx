import { LANGUAGE_NAMES, LANGUAGES } from '@portal/contract/language';
import type { Language } from '@portal/contract/language';
import { useTranslation } from '@portal/i18n';
import { Badge } from '@portal/ui';
import { useId } from 'react';
import type { CountryRecord } from '../../calls/countries.ts';
import { textAt, textsIn } from './country-input.ts';
import type { TextName } from './country-input.ts';

interface LanguageChoiceProps {
  readonly record: CountryRecord;
  /** Whether a text is wrong; none is for a reader. */
  readonly isWrong?: (name: TextName) => boolean;
  readonly value: Language;
  readonly onChange: (language: Language) => void;
}

/** Chooses the language of the texts, and marks languages that lack some. */
export function LanguageChoice({ record, isWrong, value, onChange }: LanguageChoiceProps) {
  const { t } = useTranslation('mfe-staff');
  const name = useId();
  return (
    <fieldset className="country-languages">
      <legend>{t('country.language')}</legend>
      <div className="country-languages__choices">
        {LANGUAGES.map((language) => (
          <label key={language} className="country-language">
            <input
              type="radio"
              name={name}
              value={language}
              checked={language === value}
              onChange={() => onChange(language)}
            />
            <span lang={language}>{LANGUAGE_NAMES[language]}</span>
            <Mark
              missing={textsIn(language).filter((text) => textAt(record, text) === '').length}
              wrong={textsIn(language).some((text) => isWrong?.(text))}
            />
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function Mark({ missing, wrong }: { readonly missing: number; readonly wrong: boolean }) {
  const { t } = useTranslation('mfe-staff');
  if (wrong) return <Badge kind="bad">{t('country.wrong')}</Badge>;
  if (missing === 0) return <Badge kind="good">{t('country.complete')}</Badge>;
  return <Badge kind="warn">{t('country.missing', { count: missing })}</Badge>;
}

import { LANGUAGE_NAMES, LANGUAGES } from '@portal/contract/language';
import type { Language } from '@portal/contract/language';
import { useTranslation } from '@portal/i18n';
import { Badge } from '@portal/ui';
import { useId } from 'react';
import { missingIn, textsIn } from './country-input.ts';
import type { CountryInput, Problem, TextName } from './country-input.ts';

interface LanguageChoiceProps {
  readonly input: CountryInput;
  /** Texts that are wrong; none for a reader. */
  readonly problems?: Readonly<Partial<Record<TextName, Problem>>>;
  readonly value: Language;
  readonly onChange: (language: Language) => void;
}

const NO_PROBLEMS = {};

/** Chooses the language of the texts, and marks languages that lack some. */
export function LanguageChoice({ input, problems = NO_PROBLEMS, value, onChange }: LanguageChoiceProps) {
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
            <Mark missing={missingIn(language, input)} wrong={textsIn(language).some((text) => problems[text])} />
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

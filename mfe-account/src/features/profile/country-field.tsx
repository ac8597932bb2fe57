import { useLanguage, useTranslation } from '@portal/i18n';
import { Button, SelectField, useFocusAfterRetry } from '@portal/ui';
import { useRef } from 'react';
import { countryOptions } from './country-options.ts';
import { useCountries } from './use-countries.ts';

export interface CountryFieldProps {
  readonly id: string;
  readonly value: string;
  readonly stored: string;
  readonly error: string | undefined;
  readonly onChange: (code: string) => void;
  readonly onBlur: () => void;
}

/** The country, out of the list of the API. Without the list the saved one stays, and names can be saved. */
export function CountryField({ id, value, stored, error, onChange, onBlur }: CountryFieldProps) {
  const { t } = useTranslation('mfe-account');
  const language = useLanguage();
  const { list, status, askAgain } = useCountries();
  const field = useRef<HTMLSelectElement>(null);
  useFocusAfterRetry(field, { retrying: status === 'retrying', ended: status === 'loaded' });

  const failed = status === 'failed' || status === 'retrying';
  return (
    <>
      <SelectField
        ref={field}
        id={id}
        label={t('profile.country')}
        autoComplete="country"
        options={countryOptions({ countries: list, stored, value, language, choose: t('profile.choose') })}
        value={value}
        error={error}
        {...(failed && { hint: t('profile.countriesFailed') })}
        onChange={onChange}
        onBlur={onBlur}
      />
      {failed && (
        <div>
          <Button icon="retry" busy={status === 'retrying'} onClick={askAgain}>
            {status === 'retrying' ? t('tryingAgain') : t('tryAgain')}
          </Button>
        </div>
      )}
    </>
  );
}

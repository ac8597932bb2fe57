import { getCountries, reportFailure } from '@portal/api';
import type { Country } from '@portal/api';
import { useLanguage, useTranslation } from '@portal/i18n';
import { Button, notify, SelectField, useFocusAfterRetry, useLoad, useNavigate } from '@portal/ui';
import type { Loadable } from '@portal/ui';
import { useCallback, useRef, useState } from 'react';
import { countryName } from '@portal/contract/country-name';
import type { Language } from '@portal/contract/language';
import { isForbidden } from '../../forms/forbidden.ts';

interface CountryChoice {
  readonly countries: readonly Country[];
  /** The saved country, or ''. The user can choose it even if the list does not contain it. */
  readonly stored: string;
  readonly value: string;
  readonly language: Language;
  /** The text of the first option while no country is chosen. */
  readonly choose: string;
}

/** The options of the country field. */
function countryOptions({ countries, stored, value, language, choose }: CountryChoice) {
  const listed = countries.map(({ code, name }) => ({ value: code, text: name }));
  const unlisted = [...new Set([stored, value])]
    .filter((code) => code !== '' && !countries.some((country) => country.code === code))
    .map((code) => ({ value: code, text: countryName(code, language) }));
  const none = value === '' ? [{ value: '', text: choose }] : [];
  return [...none, ...unlisted, ...listed];
}

interface Countries {
  /** The last loaded countries; empty before the first answer. */
  readonly list: readonly Country[];
  readonly status: 'loading' | 'loaded' | 'failed' | 'retrying';
  readonly askAgain: () => void;
}

function getStatus(state: Loadable<unknown>): Countries['status'] {
  if (state.status === 'loading') return state.again ? 'retrying' : 'loading';
  return state.status === 'failed' && isForbidden(state.error) ? 'loading' : state.status;
}

/** The countries to choose from, loaded again when the language of the page changes. */
function useCountries(): Countries {
  const { t } = useTranslation('mfe-account');
  const language = useLanguage();
  const navigate = useNavigate();
  const [list, setList] = useState<readonly Country[]>([]);
  const load = useCallback(async () => {
    const countries = await getCountries(language);
    return countries.toSorted((a, b) => a.name.localeCompare(b.name, language));
  }, [language]);
  const [state, askAgain] = useLoad(load, {
    onFailure(error) {
      if (isForbidden(error)) void navigate('/forbidden', { replace: true });
      else reportFailure(error, () => notify({ kind: 'error', text: t('failure') }));
    },
  });
  if (state.status === 'loaded' && state.value !== list) setList(state.value);
  return { list, status: getStatus(state), askAgain };
}

interface CountryFieldProps {
  readonly id: string;
  readonly value: string;
  readonly stored: string;
  readonly error: string | undefined;
  readonly onChange: (code: string) => void;
  readonly onBlur: () => void;
}

/**
 * The country, chosen from the API's list. If the list cannot be loaded, the saved country stays, and the names can
 * still be saved.
 */
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

import { CallError, getCountries } from '@portal/api';
import type { Country } from '@portal/api';
import { useLanguage, useTranslation } from '@portal/i18n';
import { useNavigate } from '@portal/ui';
import { useEffect, useEffectEvent, useState } from 'react';
import { notifyFailure } from '../../forms/notify-failure.ts';

export interface Countries {
  /** Those that came last; none before the first answer. */
  readonly list: readonly Country[];
  readonly status: 'loading' | 'loaded' | 'failed' | 'retrying';
  readonly askAgain: () => void;
}

/** The countries to choose from, in the language of the page, and again when that changes. */
export function useCountries(): Countries {
  const { t } = useTranslation('mfe-account');
  const language = useLanguage();
  const navigate = useNavigate();
  const [list, setList] = useState<readonly Country[]>([]);
  const [status, setStatus] = useState<Countries['status']>('loading');
  const [attempt, setAttempt] = useState(1);

  const onFailure = useEffectEvent((error: unknown) => {
    if (error instanceof CallError && error.kind === 'forbidden') {
      // The page's own data is not for this user (ADR 14).
      void navigate('/forbidden', { replace: true });
      return;
    }
    setStatus('failed');
    notifyFailure(error, t('failure'));
  });

  useEffect(() => {
    let left = false;
    getCountries(language).then(
      (countries) => {
        if (left) return;
        setList(countries.toSorted((a, b) => a.name.localeCompare(b.name, language)));
        setStatus('loaded');
      },
      (error: unknown) => {
        if (!left) onFailure(error);
      },
    );
    return () => {
      left = true;
    };
  }, [language, attempt]);

  function askAgain(): void {
    setStatus('retrying');
    setAttempt((count) => count + 1);
  }

  return { list, status, askAgain };
}

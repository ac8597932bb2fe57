import { CallError, changeNewsConsent, getNewsConsent, reportFailure } from '@portal/api';
import type { NewsConsent } from '@portal/api';
import { useTranslation } from '@portal/i18n';
import { isOutcomeUnknown } from '@portal/remote-ui/unknown-outcome';
import { notify, SPINNER_DELAY_MS, useOnce } from '@portal/ui';
import { useRef, useState } from 'react';

/**
 * The consent, which changes on the screen once the API has confirmed it. `failed`: how the last change failed; also
 * while it is tried again. `unknown`: it had no answer, and the consent could not be read afterwards.
 */
export function useNewsConsent(first: NewsConsent) {
  const { t } = useTranslation('mfe-account');
  const [state, setState] = useState(first);
  const [failed, setFailed] = useState<'unchanged' | 'unknown'>();
  const [isSlow, setIsSlow] = useState(false);
  /** How many changes have begun: what was read before the latest one would undo it on the screen. */
  const changes = useRef(0);

  /** Shows what the API has now, after a change to `wanted` without an answer. */
  async function readAgain(wanted: boolean): Promise<void> {
    const before = changes.current;
    try {
      const now = await getNewsConsent();
      if (changes.current !== before) return;
      setState(now);
      setFailed(now.consent === wanted ? undefined : 'unchanged');
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      if (changes.current === before) setFailed('unknown');
    }
  }

  const [change, changing] = useOnce(async (wanted: boolean) => {
    changes.current += 1;
    const timer = setTimeout(() => setIsSlow(true), SPINNER_DELAY_MS);
    try {
      setState(await changeNewsConsent(wanted));
      setFailed(undefined);
      notify({ kind: 'success', text: t('saved') });
    } catch (error) {
      reportFailure(error, () => notify({ kind: 'error', text: t('failure') }));
      if (isOutcomeUnknown(error)) {
        error.late?.then(
          () => readAgain(wanted),
          () => undefined,
        );
        await readAgain(wanted);
      } else setFailed('unchanged');
    } finally {
      clearTimeout(timer);
      setIsSlow(false);
    }
  });

  const { consent, at } = state;
  return { consent, at, failed, changing, isSlow: changing && isSlow, change: () => void change(!consent) };
}

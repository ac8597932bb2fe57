import { waitingTime } from '@portal/contract/waiting-time';
import { useLanguage, useTranslation } from '@portal/i18n';
import { CallError } from '@portal/session';

/** The API takes no password now, because too many were wrong. */
export interface TooOften {
  /** Undefined if the API does not say how long to wait. */
  readonly waitSeconds: number | undefined;
}

const TOO_MANY_REQUESTS = 429;

export function tooOftenIn(error: unknown): TooOften | undefined {
  if (!(error instanceof CallError) || error.status !== TOO_MANY_REQUESTS) return undefined;
  return { waitSeconds: error.waitSeconds };
}

/** A function that says how long to wait. */
export function useTooOftenText(): (refusal: TooOften) => string {
  const { t } = useTranslation('mfe-account');
  const language = useLanguage();
  return ({ waitSeconds }) =>
    waitSeconds === undefined
      ? t('tooOften.unknown')
      : t('tooOften.known', { wait: waitingTime(language, waitSeconds) });
}

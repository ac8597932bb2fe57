import { CallError } from '@portal/api';
import { formatWait } from '@portal/contract/format-wait';
import { useLanguage } from '@portal/i18n';

/** The API refuses a call for now, because there were too many. */
export interface TooOften {
  readonly status: 'too-often';
  /** Undefined if the API does not say how long to wait. */
  readonly waitSeconds: number | undefined;
}

const TOO_MANY_REQUESTS = 429;

export function tooOftenIn(error: unknown): TooOften | undefined {
  if (!(error instanceof CallError) || error.status !== TOO_MANY_REQUESTS) return undefined;
  return { status: 'too-often', waitSeconds: error.waitSeconds };
}

/** A function that says how long to wait, in the remote's own words. */
export function useTooOftenText(
  t: (key: 'tooOften.known' | 'tooOften.unknown', values?: { readonly wait: string }) => string,
): (refusal: TooOften) => string {
  const language = useLanguage();
  return ({ waitSeconds }) =>
    waitSeconds === undefined
      ? t('tooOften.unknown')
      : t('tooOften.known', { wait: formatWait(language, waitSeconds) });
}

import { useTranslation } from '@portal/i18n';
import { Message } from '@portal/ui';
import { useEffect, useState } from 'react';
import type { AccessToken } from '../../calls/access-token.ts';
import { TokenCard } from './token-card.tsx';

const MINUTE_MS = 60_000;
/** How often the time is looked at; a computer that slept is right again after that. */
const LOOK_MS = 5000;

const minutesUntil = (end: Date) => Math.max(0, Math.ceil((end.getTime() - Date.now()) / MINUTE_MS));

/** The minutes until `end`, begun ones too; 0 once it is over. */
function useMinutesLeft(end: Date): number {
  const [minutes, setMinutes] = useState(() => minutesUntil(end));
  useEffect(() => {
    const look = () => setMinutes(minutesUntil(end));
    look();
    const clock = setInterval(look, LOOK_MS);
    // To the second: the token leaves the page when its life ends. Longer waits than a day are left to the clock.
    const ending = setTimeout(look, Math.min(Math.max(0, end.getTime() - Date.now()), 24 * 60 * MINUTE_MS));
    // A page that the browser kept in memory, or that nobody looked at.
    document.addEventListener('visibilitychange', look);
    window.addEventListener('pageshow', look);
    return () => {
      clearInterval(clock);
      clearTimeout(ending);
      document.removeEventListener('visibilitychange', look);
      window.removeEventListener('pageshow', look);
    };
  }, [end]);
  return minutes;
}

/** The temporary token, or why there is none. */
export function TokenSection({ token }: { readonly token: AccessToken | undefined }) {
  const { t } = useTranslation('mfe-staff');
  if (token) return <LivingToken token={token} />;
  return (
    <Message kind="info" title={t('accessToken.none.title')} titleAs="h2">
      {t('accessToken.none.text')}
    </Message>
  );
}

/** Nothing of the token is left in the page after its life. */
function LivingToken({ token }: { readonly token: AccessToken }) {
  const { t } = useTranslation('mfe-staff');
  const minutes = useMinutesLeft(token.expiresAt);
  if (minutes > 0) return <TokenCard token={token} minutes={minutes} />;
  return (
    <Message kind="info" live="alert" title={t('accessToken.over.title')} titleAs="h2">
      {t('accessToken.over.text')}
    </Message>
  );
}

import { useTranslation } from '@portal/i18n';
import { Message } from '@portal/ui';
import type { AccessToken } from '../../calls/access-token.ts';
import { TokenCard } from './token-card.tsx';
import { useMinutesLeft } from './use-minutes-left.ts';

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

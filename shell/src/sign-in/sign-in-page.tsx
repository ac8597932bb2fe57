import { signInAddress } from '@portal/api';
import { useTranslation } from '@portal/i18n';
import { session, useSession } from '@portal/session';
import { Button, Message, useSearchParams, Wheel } from '@portal/ui';
import { useState } from 'react';
import { SignInMap } from './sign-in-map.tsx';
import { acceptedTarget } from './target.ts';

/** The key that says the identity has no account yet (specification, section 8). */
const NOT_LINKED = 'BOSCH_ID_NOT_LINKED_TO_ACCOUNT';

type Explanation = 'notLinked' | 'unknown' | 'ended' | 'trouble';

function SignInMessage({ explanation }: { readonly explanation: Explanation }) {
  const { t } = useTranslation('shell');
  const [trying, setTrying] = useState(false);
  const tryAgain = async () => {
    setTrying(true);
    const state = await session.check();
    if (state.status === 'authenticated') window.location.reload();
    else setTrying(false);
  };
  return (
    <Message
      kind={explanation === 'ended' ? 'info' : 'error'}
      titleAs="h2"
      live={explanation === 'ended' ? 'status' : 'alert'}
      title={t(`signIn.${explanation}Title`)}
      actions={
        explanation === 'trouble' ? (
          <Button size="small" busy={trying} onClick={() => void tryAgain()}>
            {t('signIn.tryAgain')}
          </Button>
        ) : undefined
      }
    >
      {t(`signIn.${explanation}Text`)}
    </Message>
  );
}

function explanationOf(title: string | null, state: ReturnType<typeof useSession>): Explanation | undefined {
  if (title === NOT_LINKED) return 'notLinked';
  if (title !== null) return 'unknown';
  if (state.status !== 'unauthenticated' || state.reason === 'signed-out') return undefined;
  return state.reason;
}

/** Sign-in: one button that leads to the identity provider and back to the place the visitor came from. */
export function Page() {
  const { t } = useTranslation('shell');
  const state = useSession();
  const [query] = useSearchParams();
  const [leaving, setLeaving] = useState(false);
  const { origin } = window.location;
  const explanation = explanationOf(query.get('title'), state);
  const address = signInAddress({
    returnTo: `${origin}${acceptedTarget(query.get('redirect'), origin)}`,
    redirectUri: `${origin}/login`,
  });
  return (
    <div className="login">
      <SignInMap />
      <div className="page">
        <div className="legend">
          <h1>{t('signIn.heading')}</h1>
          <p className="legend__lead">{t('signIn.lead')}</p>
          {explanation && <SignInMessage explanation={explanation} />}
          <a
            className="button button--primary button--large button--wide"
            href={address}
            aria-busy={leaving || undefined}
            onClick={() => setLeaving(true)}
          >
            {leaving && <Wheel />}
            {leaving ? t('signIn.leaving') : t('signIn.action')}
          </a>
          <p className="legend__foot">{t('signIn.foot')}</p>
        </div>
      </div>
    </div>
  );
}

import { becomeDeveloper, CallError, reportFailure } from '@portal/api';
import { DEVELOPER_ROLE } from '@portal/contract/user';
import { useLanguage, useTranslation } from '@portal/i18n';
import { isSessionOver, session, useUser } from '@portal/session';
import { Button, Message, notify, useNavigate, useOnce } from '@portal/ui';
import { useEffect, useRef, useState } from 'react';
import { AcceptForm } from './accept-form.tsx';
import { termsAddress } from './terms-address.ts';
import { Terms, useTerms } from './terms.tsx';

interface LagMessageProps {
  readonly checking: boolean;
  readonly onCheck: () => void;
}

/** The terms are accepted, but the role is still on its way. It takes the place of the form, and the focus with it. */
function LagMessage({ checking, onCheck }: LagMessageProps) {
  const { t } = useTranslation('mfe-developer');
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  const again = (
    <Button ref={button} size="small" icon="retry" busy={checking} onClick={onCheck}>
      {t('lag.check')}
    </Button>
  );
  return (
    <Message title={t('lag.title')} titleAs="h2" live="status" actions={again}>
      {t('lag.text')}
    </Message>
  );
}

/** Before the role is looked for a second time, in milliseconds. */
const LAG_MS = 1000;

/** `open`: to be accepted. `sending`: accepted, and on its way. `lagging`: accepted, but the role has not come. `checking`: it is looked for again. */
type SignUpState = 'open' | 'sending' | 'lagging' | 'checking';

/** Runs the auth check; answers whether the role is there. The page leaves by itself once it is, or once nobody is signed in. */
async function hasRole(): Promise<boolean> {
  const state = await session.check();
  return state.status === 'authenticated' && state.user.roles.includes(DEVELOPER_ROLE);
}

/** After the acceptance the role is looked for, and once more if it lags; then it is the user who asks again (specification, section 4). */
async function findRole(): Promise<boolean> {
  if (await hasRole()) return true;
  if (isSessionOver()) return false; // the way is to sign-in
  await new Promise((resolve) => setTimeout(resolve, LAG_MS));
  return hasRole();
}

/** Accepts the terms at `url`, and waits for the role. */
function useSignUp(url: string) {
  const { t } = useTranslation('mfe-developer');
  const [state, setState] = useState<SignUpState>('open');

  const [accept] = useOnce(async () => {
    setState('sending');
    try {
      await becomeDeveloper(url);
    } catch (error) {
      // Who has the role already, from another tab or from an answer that got lost, is refused: the check finds it.
      const isRefused = error instanceof CallError && error.kind === 'forbidden';
      if (isRefused && (await hasRole())) return;
      setState('open');
      reportFailure(error, () => notify({ kind: 'error', text: t('failure') }));
      return;
    }
    if (!(await findRole())) setState('lagging');
  });

  const [checkAgain] = useOnce(async () => {
    setState('checking');
    if (await hasRole()) return;
    setState('lagging');
    if (!isSessionOver()) notify({ kind: 'error', text: t('lag.notYet') });
  });

  return { state, accept: () => void accept(), checkAgain: () => void checkAgain() };
}

/** The terms with their acceptance, or the message that the role lags. Whoever has the role is led on, wherever it came from. */
export function SignUp() {
  const url = termsAddress(useLanguage(), window.location.origin);
  const terms = useTerms(url);
  const { state, accept, checkAgain } = useSignUp(url);
  const navigate = useNavigate();
  const isDeveloper = useUser().roles.includes(DEVELOPER_ROLE);
  useEffect(() => {
    if (isDeveloper) void navigate('/developer', { replace: true });
  }, [isDeveloper, navigate]);

  if (state === 'lagging' || state === 'checking')
    return <LagMessage checking={state === 'checking'} onCheck={checkAgain} />;
  return (
    <>
      <Terms url={url} state={terms.state} onRetry={terms.tryAgain} />
      {/* Who has ticked one document has not ticked another. */}
      <AcceptForm key={url} terms={terms.state} sending={state === 'sending'} onAccept={accept} />
    </>
  );
}

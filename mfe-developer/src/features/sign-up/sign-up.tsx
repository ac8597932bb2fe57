import { becomeDeveloper, CallError, reportFailure } from '@portal/api';
import { DEVELOPER_ROLE } from '@portal/contract/user';
import { useLanguage, useTranslation } from '@portal/i18n';
import { session, useUser } from '@portal/session';
import { Button, Message, notify, useNavigate, useOnce } from '@portal/ui';
import { useEffect, useRef, useState } from 'react';
import { AcceptForm } from './accept-form.tsx';
import { termsAddress } from './terms-address.ts';
import { Terms, useTerms } from './terms.tsx';

interface LagMessageProps {
  readonly checking: boolean;
  readonly onCheck: () => void;
}

/**
 * The terms are accepted, but the account does not have the role yet. The message replaces the form and takes the
 * focus.
 */
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

/** Delay before the second check of the role, in milliseconds. */
const LAG_MS = 1000;

/**
 * `open`: not accepted yet. `sending`: the call is running. `lagging`: accepted, but the role is missing. `checking`:
 * checks the role again.
 */
type SignUpState = 'open' | 'sending' | 'lagging' | 'checking';

type RoleCheck = 'present' | 'missing' | 'session over';

/**
 * Checks the session. `SignUp` redirects users who have the role; the shell opens sign-in for users whose session is
 * over.
 */
async function checkRole(): Promise<RoleCheck> {
  const state = await session.check();
  if (state.status !== 'authenticated') return 'session over';
  return state.user.roles.includes(DEVELOPER_ROLE) ? 'present' : 'missing';
}

/** Checks for the role twice after the acceptance; after that, the user checks again (specification, section 4). */
async function findRole(): Promise<RoleCheck> {
  const first = await checkRole();
  if (first !== 'missing') return first;
  await new Promise((resolve) => setTimeout(resolve, LAG_MS));
  return await checkRole();
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
      // The API refuses users who already have the role, from another tab or after a lost answer; the check below finds
      // out.
      const isRefused = error instanceof CallError && error.kind === 'forbidden';
      if (isRefused && (await checkRole()) === 'present') return;
      setState('open');
      reportFailure(error, () => notify({ kind: 'error', text: t('failure') }));
      return;
    }
    if ((await findRole()) !== 'present') setState('lagging');
  });

  const [checkAgain] = useOnce(async () => {
    setState('checking');
    const role = await checkRole();
    if (role === 'present') return;
    setState('lagging');
    if (role === 'missing') notify({ kind: 'error', text: t('lag.notYet') });
  });

  return { state, accept: () => void accept(), checkAgain: () => void checkAgain() };
}

/**
 * The terms and the form to accept them, or the message that the role is missing. Users with the role, even from
 * another tab, are redirected.
 */
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
      <Terms url={url} terms={terms} />
      {/* A tick applies to one document only. */}
      <AcceptForm key={url} terms={terms.state} sending={state === 'sending'} onAccept={accept} />
    </>
  );
}

import { becomeDeveloper, CallError } from '@portal/api';
import { DEVELOPER_ROLE } from '@portal/contract/user';
import { useTranslation } from '@portal/i18n';
import { isSessionOver, session } from '@portal/session';
import { notify } from '@portal/ui';
import { useRef, useState } from 'react';

/** Before the role is looked for a second time, in milliseconds. */
const LAG_MS = 1000;

/** `open`: to be accepted. `sending`: accepted, and on its way. `lagging`: accepted, but the role has not come. `checking`: it is looked for again. */
export type SignUpState = 'open' | 'sending' | 'lagging' | 'checking';

export interface SignUp {
  readonly state: SignUpState;
  readonly accept: () => void;
  readonly checkAgain: () => void;
}

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

/** Raises a notice, unless the session is over: then the shell leaves for sign-in, and says so itself. */
function notifyFailure(text: string): void {
  if (!isSessionOver()) notify({ kind: 'error', text });
}

/** Accepts the terms at `url`, and waits for the role. */
export function useSignUp(url: string): SignUp {
  const { t } = useTranslation('mfe-developer');
  const [state, setState] = useState<SignUpState>('open');
  // Several presses may come before the state is another one.
  const running = useRef(false);

  async function accept(): Promise<void> {
    setState('sending');
    try {
      await becomeDeveloper(url);
    } catch (error) {
      // Who has the role already, from another tab or from an answer that got lost, is refused: the check finds it.
      const isRefused = error instanceof CallError && error.kind === 'forbidden';
      if (isRefused && (await hasRole())) return;
      setState('open');
      notifyFailure(t('failure'));
      if (error instanceof CallError) return;
      throw error;
    }
    if (!(await findRole())) setState('lagging');
  }

  async function checkAgain(): Promise<void> {
    setState('checking');
    if (await hasRole()) return;
    setState('lagging');
    notifyFailure(t('lag.notYet'));
  }

  async function once(act: () => Promise<void>): Promise<void> {
    if (running.current) return;
    running.current = true;
    await act().finally(() => {
      running.current = false;
    });
  }

  return { state, accept: () => void once(accept), checkAgain: () => void once(checkAgain) };
}

import { becomeDeveloper, CallError, reportFailure } from '@portal/api';
import { DEVELOPER_ROLE } from '@portal/contract/user';
import { useTranslation } from '@portal/i18n';
import { isSessionOver, session } from '@portal/session';
import { notify, useOnce } from '@portal/ui';
import { useState } from 'react';

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

/** Accepts the terms at `url`, and waits for the role. */
export function useSignUp(url: string): SignUp {
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

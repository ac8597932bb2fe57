import { DEVELOPER_ROLE } from '@portal/contract/user';
import { useLanguage } from '@portal/i18n';
import { useUser } from '@portal/session';
import { useNavigate } from '@portal/ui';
import { useEffect } from 'react';
import { AcceptForm } from './accept-form.tsx';
import { LagMessage } from './lag-message.tsx';
import { termsAddress } from './terms-address.ts';
import { Terms } from './terms.tsx';
import { useSignUp } from './use-sign-up.ts';
import { useTerms } from './use-terms.ts';

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

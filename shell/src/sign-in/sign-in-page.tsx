import { signInAddress } from '@portal/api';
import { languageOf } from '@portal/contract/language';
import { HELP_PATH } from '@portal/contract/page';
import { onlyValue } from '@portal/contract/query';
import { useTranslation } from '@portal/i18n';
import type { SessionState } from '@portal/session';
import { useSession } from '@portal/session';
import { ButtonLink, Link, useNavigate, useSearchParams } from '@portal/ui';
import type { MouseEvent } from 'react';
import { useEffect, useRef, useState } from 'react';
import { usePortal } from '../portal.ts';
import { SignInMap } from './sign-in-map.tsx';
import { SignInMessage } from './sign-in-message.tsx';
import { acceptedTarget } from './target.ts';

/** Whether the browser is opening the provider's page; reset when it restores this page from memory. */
function useLeaving(): readonly [boolean, () => void] {
  const [leaving, setLeaving] = useState(false);
  useEffect(() => {
    const stay = () => setLeaving(false);
    window.addEventListener('pageshow', stay);
    return () => window.removeEventListener('pageshow', stay);
  }, []);
  return [leaving, () => setLeaving(true)];
}

/** Opens `target` for a visitor who is signed in already. */
function useOnward(state: SessionState, target: string): void {
  const navigate = useNavigate();
  const isSignedIn = state.status === 'authenticated';
  useEffect(() => {
    if (isSignedIn) void navigate(target, { replace: true });
  }, [isSignedIn, target, navigate]);
}

/** Whether a click opens its link in this tab, instead of another tab or window or a download. */
function staysInThisTab({ button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean {
  return button === 0 && !ctrlKey && !metaKey && !shiftKey && !altKey;
}

/** Sign-in: one button that leads to the identity provider, and then back to the page that the visitor came from. */
export function Page() {
  const portal = usePortal();
  const { t } = useTranslation('shell');
  const state = useSession();
  const [query] = useSearchParams();
  const [leaving, leave] = useLeaving();
  const signIn = useRef<HTMLAnchorElement>(null);
  const { origin } = window.location;
  const target = acceptedTarget(onlyValue(query, 'redirect'), origin);
  useOnward(state, target);
  // The provider shows its pages in this language, too, and leads back to this page in it.
  const locale = languageOf(onlyValue(query, 'locale'));
  const address = signInAddress({
    returnTo: `${origin}${target}`,
    redirectUri: `${origin}/login${locale === undefined ? '' : `?locale=${locale}`}`,
  });
  return (
    <div className="login">
      <SignInMap />
      <div className="page">
        <div className="legend">
          <h1>{t('signIn.heading')}</h1>
          <p className="legend__lead">{t('signIn.lead')}</p>
          <SignInMessage state={state} onEnded={() => signIn.current?.focus()} />
          <ButtonLink
            ref={signIn}
            variant="primary"
            size="large"
            wide
            href={address}
            busy={leaving}
            onClick={(event) => {
              if (staysInThisTab(event)) leave();
            }}
          >
            {leaving ? t('signIn.leaving') : t('signIn.action')}
          </ButtonLink>
          <p className="legend__foot">
            {t('signIn.foot')} {portal.navigation.help && <Link to={HELP_PATH}>{t('signIn.questions')}</Link>}
          </p>
        </div>
      </div>
    </div>
  );
}

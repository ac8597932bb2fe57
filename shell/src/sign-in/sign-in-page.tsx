import { signInAddress } from '@portal/api';
import { parseLanguage } from '@portal/contract/language';
import { HELP_PATH, onlyValue } from '@portal/contract/paths';
import { useTranslation } from '@portal/i18n';
import { useSession } from '@portal/session';
import { ButtonLink, Link, useNavigate, useSearchParams } from '@portal/ui';
import type { MouseEvent, ReactNode, Ref } from 'react';
import { useEffect, useRef, useState } from 'react';
import { usePrerendering } from '../prerendering.ts';
import { usePortal } from '../portal.ts';
import { leftForSignIn } from '../tab-flag.ts';
import { SignInMap } from './sign-in-map.tsx';
import { SignInMessage } from './sign-in-message.tsx';
import { acceptedTarget } from '../sign-in-target.ts';

/** Whether the browser is opening the provider's page; reset when it restores this page from memory. */
function useLeaving(): readonly [boolean, () => void] {
  const [leaving, setLeaving] = useState(false);
  useEffect(() => {
    const stay = ({ persisted }: PageTransitionEvent) => {
      setLeaving(false);
      if (persisted) leftForSignIn.clear();
    };
    window.addEventListener('pageshow', stay);
    return () => window.removeEventListener('pageshow', stay);
  }, []);
  return [leaving, () => setLeaving(true)];
}

/** Opens the target of sign-in for a visitor who is signed in already. */
function useOnward(): void {
  const { status } = useSession();
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const isSignedIn = status === 'authenticated';
  const redirect = onlyValue(query, 'redirect');
  useEffect(() => {
    if (isSignedIn) void navigate(acceptedTarget(redirect, window.location.origin), { replace: true });
  }, [isSignedIn, redirect, navigate]);
}

/** The address that starts sign-in, and then leads back to the page that the visitor came from. */
function addressFor(query: URLSearchParams): string {
  const { origin } = window.location;
  // The provider shows its pages in this language, too, and leads back to this page in it.
  const locale = parseLanguage(onlyValue(query, 'locale'));
  return signInAddress({
    returnTo: `${origin}${acceptedTarget(onlyValue(query, 'redirect'), origin)}`,
    redirectUri: `${origin}/login${locale === undefined ? '' : `?locale=${locale}`}`,
  });
}

/** Whether a click opens its link in this tab, instead of another tab or window or a download. */
function staysInThisTab({ button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean {
  return button === 0 && !ctrlKey && !metaKey && !shiftKey && !altKey;
}

/** The button; a prerendered one is inert where only the running page knows its address. */
function SignInButton({ ref }: { readonly ref: Ref<HTMLAnchorElement> }): ReactNode {
  const { t } = useTranslation('shell');
  const [query] = useSearchParams();
  const [leaving, leave] = useLeaving();
  const prerendering = usePrerendering();
  const button = (
    <ButtonLink
      ref={ref}
      variant="primary"
      size="large"
      wide
      href={prerendering ? (prerendering.signIn ?? '#main') : addressFor(query)}
      busy={leaving}
      onClick={(event) => {
        if (!staysInThisTab(event)) return;
        leftForSignIn.set();
        leave();
      }}
    >
      {leaving ? t('signIn.leaving') : t('signIn.action')}
    </ButtonLink>
  );
  return prerendering && prerendering.signIn === undefined ? <div inert>{button}</div> : button;
}

/** Sign-in: one button that leads to the identity provider, and then back to the page that the visitor came from. */
export function Page() {
  const portal = usePortal();
  const { t } = useTranslation('shell');
  const prerendering = usePrerendering();
  const state = useSession();
  const signIn = useRef<HTMLAnchorElement>(null);
  useOnward();
  return (
    <div className="login">
      {/* Not prerendered: it is half of the page's bytes, and nothing moves when it comes. */}
      {!prerendering && <SignInMap />}
      <div className="page">
        <div className="legend">
          <h1>{t('signIn.heading')}</h1>
          <p className="legend__lead">{t('signIn.lead')}</p>
          <SignInMessage state={state} onEnded={() => signIn.current?.focus()} />
          <SignInButton ref={signIn} />
          <p className="legend__foot">
            <span>{t('signIn.foot')}</span>{' '}
            {portal.page.release.navigation.help && <Link to={HELP_PATH}>{t('signIn.questions')}</Link>}
          </p>
        </div>
      </div>
    </div>
  );
}

import { HELP_PATH, onlyValue } from '@portal/contract/paths';
import { useTranslation } from '@portal/i18n';
import type { SessionState } from '@portal/session';
import { session } from '@portal/session';
import { Button, Link, Message, notify, useSearchParams } from '@portal/ui';
import { useEffect, useState } from 'react';
import { cookieText, cookieValues, ownCookieName } from '@portal/contract/cookies';
import { usePortal } from '../portal.ts';
import { signOut } from '../sign-out/sign-out.ts';
import { leftForSignIn } from '../tab-flag.ts';
import { acceptedRedirect } from '../sign-in-target.ts';

/**
 * Whether the browser drops cookies. Tries it, because `navigator.cookieEnabled` is true in Chromium when its settings
 * block those of this site.
 */
function areCookiesBlocked(): boolean {
  if (typeof document === 'undefined') return false; // the page is prerendered
  const secure = location.protocol === 'https:';
  const name = ownCookieName('portal_try', secure);
  document.cookie = cookieText(name, '1', { maxAgeSeconds: 1, secure });
  const isBlocked = cookieValues(document.cookie, name).length === 0;
  document.cookie = cookieText(name, '', { maxAgeSeconds: 0, secure });
  return isBlocked;
}

/** The key for an identity that has no account yet (specification, section 8). */
export const NOT_LINKED = 'BOSCH_ID_NOT_LINKED_TO_ACCOUNT';

type Explanation =
  | 'cookiesBlocked'
  | 'cookiesSeemBlocked'
  | 'notLinked'
  | 'unknown'
  | 'ended'
  | 'ambiguous'
  | 'deletionUnknown';

const ABOUT_COOKIES: ReadonlySet<Explanation> = new Set(['cookiesBlocked', 'cookiesSeemBlocked']);
/** The answer about blocked cookies, by its number: its text is the operator's. */
const COOKIES_HELP_PATH = `${HELP_PATH}#3`;

/** Whether the visitor has gone back in the history to this page. */
function isBack(): boolean {
  const [navigation] = performance.getEntriesByType('navigation');
  return navigation !== undefined && 'type' in navigation && navigation.type === 'back_forward';
}

/** `hasComeBack`: this page load is the first one after the way to the provider. */
function findExplanation(query: URLSearchParams, state: SessionState, hasComeBack: boolean): Explanation | undefined {
  if (onlyValue(query, 'title') === NOT_LINKED) return 'notLinked';
  if (query.has('title')) return 'unknown';
  if (state.status !== 'unauthenticated') return undefined;
  if (state.reason === 'ambiguous') return 'ambiguous';
  if (state.reason === 'deletion-unknown') return 'deletionUnknown';
  // The text about the end promises a return to the page, so there must be a target. Whoever gave up at the provider
  // comes back without one.
  if (acceptedRedirect(onlyValue(query, 'redirect'), window.location.origin) === undefined) return undefined;
  if (state.reason === 'ended') return 'ended';
  return hasComeBack && state.reason === 'signed-out' ? 'cookiesSeemBlocked' : undefined;
}

/**
 * Shown after a failure of the API: if the session is still valid, "Try again" continues without a new sign-in. The
 * header has no log-out meanwhile, so it is offered here: the tokens are still in the browser.
 */
function TroubleMessage({ trying, onTry }: { readonly trying: boolean; readonly onTry: () => void }) {
  const { t } = useTranslation('shell');
  const { page } = usePortal();
  const [leaving, setLeaving] = useState(false);
  const logOut = () => {
    setLeaving(true);
    void signOut(page.config);
  };
  return (
    <Message
      kind="error"
      titleAs="h2"
      live="alert"
      title={t('signIn.troubleTitle')}
      actions={
        <>
          <Button size="small" busy={trying} disabled={leaving} onClick={onTry}>
            {t('signIn.tryAgain')}
          </Button>
          <Button size="small" busy={leaving} disabled={trying} onClick={logOut}>
            {t('nav.logOut')}
          </Button>
        </>
      }
    >
      {t('signIn.troubleText')}
    </Message>
  );
}

interface SignInMessageProps {
  readonly state: SessionState;
  /** Called if the session is over: "Try again" then disappears while it has the focus. */
  readonly onEnded: () => void;
}

/** Explains why the visitor is at sign-in, if there is a reason. */
export function SignInMessage({ state, onEnded }: SignInMessageProps) {
  const { t } = useTranslation('shell');
  const [query] = useSearchParams();
  const { page } = usePortal();
  const [areBlocked] = useState(areCookiesBlocked);
  const [hasComeBack] = useState(() => leftForSignIn.isSet() && !isBack());
  useEffect(() => leftForSignIn.clear(), []);
  const [trying, setTrying] = useState(false);
  const tryAgain = async () => {
    setTrying(true);
    const pressed = document.activeElement;
    const found = await session.check();
    if (found.status === 'authenticated') return; // the sign-in page redirects
    setTrying(false);
    if (found.status === 'unauthenticated' && found.reason === 'trouble')
      notify({ kind: 'error', text: t('notice.generic') });
    else if (document.activeElement === pressed) onEnded();
  };
  if (trying || (state.status === 'unauthenticated' && state.reason === 'trouble')) {
    return <TroubleMessage trying={trying} onTry={() => void tryAgain()} />;
  }
  const explanation = areBlocked ? 'cookiesBlocked' : findExplanation(query, state, hasComeBack);
  if (explanation === undefined) return null;
  const aboutCookies = ABOUT_COOKIES.has(explanation);
  const ended = explanation !== 'notLinked' && explanation !== 'unknown' && !aboutCookies;
  return (
    <Message
      kind={ended ? 'info' : 'error'}
      titleAs="h2"
      live={ended ? 'status' : 'alert'}
      title={t(`signIn.${explanation}Title`)}
      actions={
        aboutCookies && page.release.navigation.help && <Link to={COOKIES_HELP_PATH}>{t('signIn.cookiesHelp')}</Link>
      }
    >
      {t(`signIn.${explanation}Text`)}
    </Message>
  );
}

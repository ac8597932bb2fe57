import type { Language } from '@portal/contract/language';
import type { Navigation } from '@portal/contract/page';
import { useLanguage, useTranslation } from '@portal/i18n';
import type { SessionState } from '@portal/session';
import { session, useSession } from '@portal/session';
import {
  ButtonLink,
  hasUnsavedInput,
  Icon,
  Notices,
  notify,
  Outlet,
  OutwardLinksProvider,
  useLocation,
} from '@portal/ui';
import type { MouseEvent, ReactNode } from 'react';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { Location } from 'react-router-dom';
import type { Portal } from '../portal.ts';
import { findRoute, usePortal } from '../portal.ts';
import { ACCOUNT_PATH } from '../account-path.ts';
import { SIGN_IN_PATH, signInPathFor } from '../sign-in-target.ts';
import { signOut } from '../sign-out/sign-out.ts';
import { Footer } from './footer.tsx';
import type { HeaderProps } from './header.tsx';
import { Header } from './header.tsx';
import { LanguagePicker } from './language-picker.tsx';
import { UnsavedInputPrompt } from './unsaved-input-prompt.tsx';
import { usePageFocus, usePageScroll } from './after-navigation.ts';
import { OtherUser, UnknownOutcome } from './unknown-outcome.tsx';
import { Unstyled } from './unstyled.tsx';

/**
 * Tells people who have just acted that it did not work, after an error of a remote that nothing caught (see
 * ../uncaught-errors.ts).
 */
function useUncaughtErrorNotice(): void {
  const { t } = useTranslation('shell');
  useEffect(() => {
    const tell = ({ defaultPrevented }: Event) => {
      if (defaultPrevented && navigator.userActivation.isActive) notify({ kind: 'error', text: t('notice.generic') });
    };
    window.addEventListener('error', tell);
    window.addEventListener('unhandledrejection', tell);
    return () => {
      window.removeEventListener('error', tell);
      window.removeEventListener('unhandledrejection', tell);
    };
  }, [t]);
}

const NONE: Navigation['header'] = [];
const SEPARATOR = ' ';

/** What the header leads to for the roles of the signed-in account alone. After a failure, the next page asks again. */
function useRoleItems(pathname: string): Navigation['header'] {
  const { parts } = usePortal();
  const state = useSession();
  const roles = state.status === 'authenticated' ? state.user.roles.join(SEPARATOR) : '';
  const [items, setItems] = useState(NONE);
  useEffect(() => {
    if (roles === '') return undefined;
    let isCurrent = true;
    parts.loadForRoles(roles.split(SEPARATOR)).then(
      (met) => {
        if (isCurrent) setItems(met);
      },
      (error: unknown) => console.error('It could not be found out what the account’s roles lead to.', error),
    );
    return () => {
      isCurrent = false;
    };
  }, [parts, roles, pathname]);
  return roles === '' ? NONE : items;
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

const isOnline = () => navigator.onLine;

/** Reports that there is no network. The region exists from the start, so that screen readers announce its content. */
function OfflineStatus() {
  const { t } = useTranslation('shell');
  const online = useSyncExternalStore(subscribe, isOnline);
  return (
    <div role="status">
      {!online && (
        <div className="offline">
          <p className="page">
            <Icon name="warning" small />
            <span>
              <strong>{t('offline.title')}</strong> {t('offline.text')}
            </span>
          </p>
        </div>
      )}
    </div>
  );
}

/**
 * The account link. While the session is checked, a visitor with a token counts as signed in, as in the prerendered
 * frame.
 */
function findAccount(state: SessionState, unnamed: string): HeaderProps['account'] {
  if (state.status === 'authenticated') return { label: state.user.email || unnamed, path: ACCOUNT_PATH };
  return state.status === 'checking' && session.accessToken() !== undefined
    ? { label: '', path: ACCOUNT_PATH }
    : undefined;
}

function headerItems(header: Navigation['header'], language: Language): HeaderProps['items'] {
  return header.map(({ path, text }) => ({ path, label: text[language] }));
}

/**
 * Sign-in, back to this page if it belongs to a remote; the shell's own pages are messages, which nobody needs to read
 * again.
 */
function signInAddress(portal: Portal, { pathname, search, hash }: Location): string {
  const owner = findRoute(portal, pathname)?.declaration.name ?? 'shell';
  return owner === 'shell' ? SIGN_IN_PATH : signInPathFor(`${pathname}${search}${hash}`);
}

/** The path of the route for unknown paths. As in the prerendered frame, these belong to no section of the header. */
const UNKNOWN_PATH = '/404.html';

/**
 * The frame of every page: skip link, header, the page, footer, notices. The page is that of the route unless
 * `children` replaces it.
 */
export function Layout({ children }: { readonly children?: ReactNode }) {
  const portal = usePortal();
  const state = useSession();
  const language = useLanguage();
  const { t } = useTranslation('shell');
  const account = findAccount(state, t('nav.account'));
  const location = useLocation();
  const { pathname } = location;
  const isSignIn = pathname === SIGN_IN_PATH;
  const main = useRef<HTMLElement>(null);
  const [logOutRequested, setLogOutRequested] = useState(false);
  const logOut = () => void signOut(portal.page.config);
  const roleItems = useRoleItems(pathname);
  useUncaughtErrorNotice();
  usePageScroll();
  usePageFocus(main);
  // The browser's own way, by the address, is a navigation that the router has not begun: it warns of those.
  const skipToContent = (event: MouseEvent) => {
    event.preventDefault();
    main.current?.focus();
  };
  return (
    <>
      <a className="skip-link" href="#main" onClick={skipToContent}>
        {t('skip')}
      </a>
      <Header
        brand={t('brand')}
        items={account ? headerItems([...portal.page.release.navigation.header, ...roleItems], language) : []}
        currentPath={findRoute(portal, pathname) ? pathname : UNKNOWN_PATH}
        account={account}
        texts={{ main: t('nav.main'), menu: t('nav.menu'), logOut: t('nav.logOut') }}
        onLogOut={() => (hasUnsavedInput() ? setLogOutRequested(true) : logOut())}
        signedOut={
          isSignIn ? (
            <LanguagePicker bare />
          ) : (
            <ButtonLink variant="quiet" to={signInAddress(portal, location)}>
              {t('signIn.action')}
            </ButtonLink>
          )
        }
      />
      <Unstyled />
      <OfflineStatus />
      <OtherUser />
      <UnknownOutcome />
      <main id="main" tabIndex={-1} ref={main}>
        <OutwardLinksProvider value={portal.page.config.links}>{children ?? <Outlet />}</OutwardLinksProvider>
      </main>
      <Footer hasLanguages={!isSignIn || account !== undefined} />
      <UnsavedInputPrompt
        intention={logOutRequested ? logOut : undefined}
        onAnswered={() => setLogOutRequested(false)}
      />
      <Notices closeLabel={t('notice.close')} />
    </>
  );
}

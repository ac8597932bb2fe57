import { useLanguage, useTranslation } from '@portal/i18n';
import { useSession } from '@portal/session';
import { Notices, Outlet, useLocation } from '@portal/ui';
import { useEffect, useRef } from 'react';
import { usePortal } from '../portal.ts';
import { signOut } from '../sign-out/sign-out.ts';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';

/** After a navigation the keyboard goes on at the new page's heading. The first page leaves focus where the browser put it. */
function useFocusAfterNavigation(): void {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    const heading = document.querySelector<HTMLElement>('main h1');
    const target = heading ?? document.getElementById('main');
    target?.setAttribute('tabindex', '-1');
    target?.focus();
  }, [pathname]);
}

/** The frame of every page: skip link, header, the page, footer, notices. */
export function Layout() {
  const portal = usePortal();
  const state = useSession();
  const language = useLanguage();
  const { t } = useTranslation('shell');
  const { pathname } = useLocation();
  useFocusAfterNavigation();
  const items = portal.declarations
    .flatMap(({ header, texts }) => header.map(({ path, label, order }) => ({ path, order, label: texts[label]?.[language] ?? '' })))
    .toSorted((a, b) => a.order - b.order);
  return (
    <>
      <a className="skip-link" href="#main">
        {t('skip')}
      </a>
      <Header
        brand={t('brand')}
        items={state.status === 'authenticated' ? items : []}
        currentPath={pathname}
        account={state.status === 'authenticated' ? { label: state.user.email, path: '/account' } : undefined}
        texts={{ main: t('nav.main'), menu: t('nav.menu'), logOut: t('nav.logOut') }}
        onLogOut={() => void signOut(portal.page.config)}
      />
      <main id="main" tabIndex={-1}>
        <Outlet />
      </main>
      <Footer />
      <Notices closeLabel={t('notice.close')} />
    </>
  );
}

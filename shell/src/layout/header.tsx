import { Button, Icon, Link } from '@portal/ui';
import { useRef } from 'react';
import { BrandMark } from './brand-mark.tsx';

export interface HeaderProps {
  readonly brand: string;
  readonly items: readonly { readonly path: string; readonly label: string }[];
  readonly currentPath: string;
  /** The signed-in user's way to the account; undefined for everybody else. */
  readonly account: { readonly label: string; readonly path: string } | undefined;
  readonly texts: { readonly main: string; readonly menu: string; readonly logOut: string };
  readonly onLogOut: () => void;
}

const MENU_ID = 'menu';

/** The header; it folds into a menu when its items do not fit. */
export function Header({ brand, items, currentPath, account, texts, onLogOut }: HeaderProps) {
  const menu = useRef<HTMLElement>(null);
  const current = (path: string) => (path === currentPath ? 'page' : undefined);
  const close = () => menu.current?.hidePopover();
  return (
    <header className="site-header">
      <div className="page site-header__inner">
        <Link className="brand" to={account ? '/settings' : '/login'}>
          <BrandMark />
          <span>{brand}</span>
        </Link>
        {account && (
          <>
            <nav className="site-nav" aria-label={texts.main}>
              <ul role="list">
                {items.map(({ path, label }) => (
                  <li key={path}>
                    <Link to={path} aria-current={current(path)}>
                      {label}
                    </Link>
                  </li>
                ))}
              </ul>
            </nav>
            <div className="site-user">
              <Link className="account-link" to={account.path} aria-current={current(account.path)}>
                <Icon name="user" />
                <span>{account.label}</span>
              </Link>
              <Button variant="quiet" onClick={onLogOut}>
                {texts.logOut}
              </Button>
            </div>
            <Button variant="quiet" className="menu-button" popoverTarget={MENU_ID}>
              <Icon name="menu" />
              <span>{texts.menu}</span>
            </Button>
          </>
        )}
      </div>
      {account && (
        <nav className="menu" id={MENU_ID} popover="auto" ref={menu} aria-label={texts.menu}>
          <ul role="list">
            {[...items, account].map(({ path, label }) => (
              <li key={path}>
                <Link to={path} aria-current={current(path)} onClick={close}>
                  {label}
                </Link>
              </li>
            ))}
            <li>
              <button type="button" onClick={onLogOut}>
                {texts.logOut}
              </button>
            </li>
          </ul>
        </nav>
      )}
    </header>
  );
}

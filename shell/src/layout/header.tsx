import { findSection } from '@portal/contract/paths';
import { Button, Icon, Link } from '@portal/ui';
import type { ReactNode, RefObject, ToggleEvent } from 'react';
import { useEffect, useRef } from 'react';
import { menuFolds, useFreeWidth } from './menu-folds.ts';

/** The portal's logo: a hub seen from the side. */
function BrandMark() {
  return (
    <svg className="brand__mark" viewBox="0 0 32 32" aria-hidden="true">
      <g>
        <circle cx="16" cy="16" r="13.5" strokeWidth="2.75" />
        <circle cx="17.25" cy="15" r="8.5" strokeWidth="1.5" />
        <circle className="hub-dot" cx="18.75" cy="13.5" r="3.25" />
      </g>
    </svg>
  );
}

interface HeaderLink {
  readonly path: string;
  readonly label: string;
  readonly current: boolean;
}

interface HeaderMenuProps {
  readonly id: string;
  readonly links: readonly HeaderLink[];
  readonly label: string;
  readonly logOut: string;
  readonly onLogOut: () => void;
  readonly ref: RefObject<HTMLElement | null>;
}

/** The menu begins below its button, however high the header is with large text. */
function placeBelowHeader({ currentTarget }: ToggleEvent<HTMLElement>): void {
  const end = currentTarget.closest('header')?.getBoundingClientRect().bottom;
  if (end !== undefined) currentTarget.style.setProperty('--header-end', `${Math.floor(end)}px`);
}

/**
 * The folded header's menu: a native popover. Escape or a press elsewhere closes it and returns the focus to its
 * button.
 */
function HeaderMenu({ id, links, label, logOut, onLogOut, ref }: HeaderMenuProps) {
  const close = () => ref.current?.hidePopover();
  return (
    <nav className="menu" id={id} popover="auto" ref={ref} aria-label={label} onBeforeToggle={placeBelowHeader}>
      <ul role="list">
        {links.map(({ path, label: text, current }) => (
          <li key={path}>
            <Link to={path} aria-current={current ? 'page' : undefined} onClick={close}>
              {text}
            </Link>
          </li>
        ))}
        <li>
          <button
            type="button"
            onClick={() => {
              close();
              onLogOut();
            }}
          >
            {logOut}
          </button>
        </li>
      </ul>
    </nav>
  );
}

export interface HeaderProps {
  readonly brand: string;
  readonly items: readonly { readonly path: string; readonly label: string }[];
  /** The path of the page; the link of its section is marked as current. */
  readonly currentPath: string;
  /** The link to the account, hidden until its label is known; undefined for visitors who are not signed in. */
  readonly account: { readonly label: string; readonly path: string } | undefined;
  readonly texts: { readonly main: string; readonly menu: string; readonly logOut: string };
  readonly onLogOut: () => void;
  /** For signed-out visitors: what stands at the end of the header. */
  readonly signedOut?: ReactNode;
}

const MENU_ID = 'menu';

interface HeaderItemsProps extends Pick<HeaderProps, 'texts' | 'onLogOut'> {
  readonly items: readonly HeaderLink[];
  readonly account: HeaderLink | undefined;
}

function HeaderItems({ items, account, texts, onLogOut }: HeaderItemsProps) {
  return (
    <>
      <nav className="site-nav" aria-label={texts.main}>
        <ul role="list">
          {items.map(({ path, label, current }) => (
            <li key={path}>
              <Link to={path} aria-current={current ? 'page' : undefined}>
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className="site-user">
        {account && (
          <Link className="account-link" to={account.path} aria-current={account.current ? 'page' : undefined}>
            <Icon name="user" />
            <span>{account.label}</span>
          </Link>
        )}
        <Button variant="quiet" onClick={onLogOut}>
          {texts.logOut}
        </Button>
      </div>
      <Button variant="quiet" className="menu-button" popoverTarget={MENU_ID}>
        <Icon name="menu" />
        <span>{texts.menu}</span>
      </Button>
    </>
  );
}

/**
 * The header. It folds into a menu when its items do not fit (specification, section 9). Until the account's label is
 * known, the style sheet (header.css of @portal/ui) folds it by the width alone. Signed out it has no items, so nothing
 * folds.
 */
export function Header({ brand, items, currentPath, account, texts, onLogOut, signedOut }: HeaderProps) {
  const inner = useRef<HTMLDivElement>(null);
  const brandLink = useRef<HTMLAnchorElement>(null);
  const menu = useRef<HTMLElement>(null);
  const freeWidth = useFreeWidth(inner, brandLink);
  const paths = [...items.map(({ path }) => path), ...(account ? [account.path] : [])];
  const section = findSection(paths, currentPath);
  const mark = ({ path, label }: { path: string; label: string }) => ({
    path,
    label,
    current: path === section,
  });
  const links = items.map(mark);
  const accountLink = account && account.label !== '' ? mark(account) : undefined;
  const all = accountLink ? [...links, accountLink] : links;
  const folding = [...all.map(({ label }) => label), texts.logOut];
  const folds = account ? accountLink && menuFolds({ items: folding, freeWidth }) : false;
  // The menu closes when its button disappears or the page changes.
  useEffect(() => menu.current?.hidePopover(), [folds, currentPath]);
  return (
    <header className="site-header" data-folded={folds}>
      <div className="page site-header__inner" ref={inner}>
        <Link className="brand" to={account ? '/settings' : '/login'} ref={brandLink}>
          <BrandMark />
          <span>{brand}</span>
        </Link>
        {account ? (
          <HeaderItems items={links} account={accountLink} texts={texts} onLogOut={onLogOut} />
        ) : (
          <div className="site-user">{signedOut}</div>
        )}
      </div>
      {account && (
        <HeaderMenu id={MENU_ID} links={all} label={texts.menu} logOut={texts.logOut} onLogOut={onLogOut} ref={menu} />
      )}
    </header>
  );
}

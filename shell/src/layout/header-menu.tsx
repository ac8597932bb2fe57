import { Link } from '@portal/ui';
import type { RefObject } from 'react';

export interface HeaderLink {
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

/** What the folded header holds. A native popover: Escape and a press elsewhere close it, and focus goes back to its button. */
export function HeaderMenu({ id, links, label, logOut, onLogOut, ref }: HeaderMenuProps) {
  const close = () => ref.current?.hidePopover();
  return (
    <nav className="menu" id={id} popover="auto" ref={ref} aria-label={label}>
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

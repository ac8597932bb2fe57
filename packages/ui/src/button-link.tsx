import type { MouseEventHandler, ReactNode, Ref } from 'react';
import { Link } from 'react-router-dom';
import { buttonClass } from './button-look.ts';
import type { ButtonLook } from './button-look.ts';
import { Icon } from './icon.tsx';
import type { IconName } from './icon.tsx';
import { Spinner } from './spinner.tsx';

export type ButtonLinkProps = ButtonLook & {
  readonly icon?: IconName;
  readonly children: ReactNode;
} & (
    | {
        /** A path of the portal. */
        readonly to: string;
        readonly href?: never;
        readonly ref?: never;
        readonly busy?: never;
        readonly onClick?: never;
      }
    | {
        /** An address outside the router: a full page load. */
        readonly href: string;
        readonly to?: never;
        readonly ref?: Ref<HTMLAnchorElement>;
        /** The page that it leads to is on its way. */
        readonly busy?: boolean;
        readonly onClick?: MouseEventHandler;
      }
  );

/** A link that looks like a button, because it is the thing to do here. */
export function ButtonLink({ icon, children, to, href, ref, busy = false, onClick, ...look }: ButtonLinkProps) {
  const content = (
    <>
      {busy ? <Spinner /> : icon && <Icon name={icon} small />}
      {children}
    </>
  );
  const className = buttonClass(look);
  return to === undefined ? (
    <a ref={ref} className={className} href={href} aria-busy={busy || undefined} onClick={onClick}>
      {content}
    </a>
  ) : (
    <Link className={className} to={to}>
      {content}
    </Link>
  );
}

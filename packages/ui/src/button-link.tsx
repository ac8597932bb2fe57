import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { buttonClass } from './button-look.ts';
import type { ButtonLook } from './button-look.ts';
import { Icon } from './icon.tsx';
import type { IconName } from './icon.tsx';

export type ButtonLinkProps = ButtonLook & {
  readonly icon?: IconName;
  readonly children: ReactNode;
} & (
    | { /** A path of the portal. */ readonly to: string; readonly href?: never }
    | { /** An address outside the router: a full page load. */ readonly href: string; readonly to?: never }
  );

/** A link that looks like a button, because it is the thing to do here. */
export function ButtonLink({ icon, children, to, href, ...look }: ButtonLinkProps) {
  const content = (
    <>
      {icon && <Icon name={icon} small />}
      {children}
    </>
  );
  const className = buttonClass(look);
  return to === undefined ? (
    <a className={className} href={href}>
      {content}
    </a>
  ) : (
    <Link className={className} to={to}>
      {content}
    </Link>
  );
}

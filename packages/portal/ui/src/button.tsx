import type { ComponentPropsWithRef, MouseEventHandler, ReactNode, Ref } from 'react';
import { Link } from 'react-router-dom';
import { classNames } from './class-names.ts';
import { Icon, Spinner } from './icon.tsx';
import type { IconName } from './icon.tsx';

interface ButtonLook {
  /** At most one primary button in a section; danger only for actions that cannot be undone. */
  readonly variant?: 'secondary' | 'primary' | 'quiet' | 'danger' | 'danger-quiet';
  readonly size?: 'medium' | 'small' | 'large';
  readonly wide?: boolean;
  /** Adds a border to a quiet button that is alone in its section. */
  readonly outlined?: boolean;
}

function buttonClass(
  { variant = 'secondary', size = 'medium', wide = false, outlined = false }: ButtonLook,
  more?: string,
): string {
  return classNames(
    'button',
    variant !== 'secondary' && `button--${variant}`,
    size !== 'medium' && `button--${size}`,
    wide && 'button--wide',
    outlined && 'button--outlined',
    more,
  );
}

export interface ButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'aria-busy'>, ButtonLook {
  readonly icon?: IconName;
  /** The action is running: the button shows a spinner and ignores presses, but stays focusable. */
  readonly busy?: boolean;
}

interface ButtonContentProps {
  readonly icon: IconName | undefined;
  readonly busy: boolean;
  readonly children: ReactNode;
}

/**
 * Icon and text. A bare text gets an element of its own, because page translation replaces it, and the spinner goes in
 * before it.
 */
function ButtonContent({ icon, busy, children }: ButtonContentProps) {
  const hasText = [children].flat().some((child) => typeof child === 'string');
  return (
    <>
      {busy ? <Spinner /> : icon && <Icon name={icon} small />}
      {hasText ? <span>{children}</span> : children}
    </>
  );
}

/** A native button, of type "button" by default. */
export function Button({
  variant,
  size,
  wide,
  outlined,
  icon,
  busy = false,
  type,
  className,
  onClick,
  children,
  ...rest
}: ButtonProps) {
  const look = {
    ...(variant && { variant }),
    ...(size && { size }),
    ...(wide && { wide }),
    ...(outlined && { outlined }),
  };
  return (
    <button
      {...rest}
      type={type ?? 'button'}
      className={buttonClass(look, className)}
      aria-busy={busy || undefined}
      onClick={(event) => {
        if (busy) event.preventDefault();
        else onClick?.(event);
      }}
    >
      <ButtonContent icon={icon} busy={busy}>
        {children}
      </ButtonContent>
    </button>
  );
}

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
        /** An address outside the router, opened with a full page load. */
        readonly href: string;
        readonly to?: never;
        readonly ref?: Ref<HTMLAnchorElement>;
        /** The target page is loading. */
        readonly busy?: boolean;
        readonly onClick?: MouseEventHandler;
      }
  );

/** A link that looks like a button: the main action of a page or section. */
export function ButtonLink({ icon, children, to, href, ref, busy = false, onClick, ...look }: ButtonLinkProps) {
  const content = (
    <ButtonContent icon={icon} busy={busy}>
      {children}
    </ButtonContent>
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

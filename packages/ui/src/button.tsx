import type { ComponentPropsWithRef } from 'react';
import { buttonClass } from './button-look.ts';
import type { ButtonLook } from './button-look.ts';
import { Icon } from './icon.tsx';
import type { IconName } from './icon.tsx';
import { Spinner } from './spinner.tsx';

export interface ButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'aria-busy'>, ButtonLook {
  readonly icon?: IconName;
  /** What it started is on its way: the wheel shows and presses do nothing, but it stays focusable. */
  readonly busy?: boolean;
}

/** A native button of type "button" unless told otherwise. */
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
      {busy ? <Spinner /> : icon && <Icon name={icon} small />}
      {children}
    </button>
  );
}

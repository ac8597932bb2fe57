import { classNames } from './class-names.ts';

export interface ButtonLook {
  /** One primary button in a section; danger only for what cannot be undone. */
  readonly variant?: 'secondary' | 'primary' | 'quiet' | 'danger' | 'danger-quiet';
  readonly size?: 'medium' | 'small' | 'large';
  readonly wide?: boolean;
  /** A quiet one with a border: it stands alone in its section. */
  readonly outlined?: boolean;
}

export function buttonClass(
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

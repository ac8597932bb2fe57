import { useId } from 'react';
import type { ComponentPropsWithRef, ReactNode } from 'react';
import './checkbox.css';

interface CheckboxProps extends Omit<ComponentPropsWithRef<'input'>, 'aria-describedby' | 'className' | 'type'> {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
}

/** A native checkbox with its label beside it. */
export function Checkbox({ label, hint, ...input }: CheckboxProps) {
  const id = useId();
  return (
    <div>
      <label className="checkbox">
        <input {...input} type="checkbox" aria-describedby={hint ? id : undefined} />
        <span>{label}</span>
      </label>
      {hint && (
        <p className="field__hint checkbox-hint" id={id}>
          {hint}
        </p>
      )}
    </div>
  );
}

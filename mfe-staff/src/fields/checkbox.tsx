import { useId } from 'react';
import type { ReactNode } from 'react';
import './checkbox.css';

interface CheckboxProps {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly name?: string;
  readonly disabled?: boolean;
}

/** A native checkbox with its label beside it. */
export function Checkbox({ label, hint, onChange, ...input }: CheckboxProps) {
  const id = useId();
  return (
    <div>
      <label className="checkbox">
        <input
          {...input}
          type="checkbox"
          onChange={({ target }) => onChange(target.checked)}
          aria-describedby={hint ? id : undefined}
        />
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

import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';

/** What every field may have besides its control. */
export interface FieldTexts {
  readonly label: string;
  /** Stands behind the label of a field that may stay empty: "optional". */
  readonly optional?: string | undefined;
  readonly hint?: ReactNode;
  /** What is wrong; stays until it is right. */
  readonly error?: string | undefined;
}

export interface FieldProps extends FieldTexts {
  /** Of the control. */
  readonly id: string;
  readonly children: ReactNode;
}

const hintId = (id: string) => `${id}-hint`;
const errorId = (id: string) => `${id}-error`;

/** Ties a control with this id to its field's hint and error. */
export function describedBy({ hint, error }: FieldTexts, id: string) {
  const ids = [hint ? hintId(id) : undefined, error ? errorId(id) : undefined].filter(Boolean).join(' ');
  return {
    id,
    ...(ids && { 'aria-describedby': ids }),
    ...(error && { 'aria-invalid': true }),
  };
}

/** Label, hint, control and error, one below the other. */
export function Field({ id, label, optional, hint, error, children }: FieldProps) {
  return (
    <div className="field">
      <label className="field__label" htmlFor={id}>
        {label}
        {optional && <span className="field__optional"> ({optional})</span>}
      </label>
      {hint && (
        <p className="field__hint" id={hintId(id)}>
          {hint}
        </p>
      )}
      {children}
      <div className="field__live" aria-live="polite">
        {error && (
          <p className="field__error" id={errorId(id)}>
            <Icon name="error" small />
            <span>{error}</span>
          </p>
        )}
      </div>
    </div>
  );
}

import { Icon } from '@portal/ui';
import { useId } from 'react';
import type { ReactNode } from 'react';

/** What the control in a field needs. */
interface ControlProps {
  readonly id: string;
  readonly 'aria-describedby'?: string;
  readonly 'aria-invalid'?: true;
}

export interface FieldFrameProps {
  readonly id: string | undefined;
  readonly label: string;
  readonly hint?: ReactNode;
  /** The error; undefined once it is corrected. */
  readonly error?: string | undefined;
  readonly children: (control: ControlProps) => ReactNode;
}

/** Label, hint and error of a native control, as those of `TextField` of @portal/ui. */
export function FieldFrame({ id, label, hint, error, children }: FieldFrameProps) {
  const ownId = useId();
  const controlId = id ?? ownId;
  const described = [hint && `${controlId}-hint`, error && `${controlId}-error`].filter(Boolean).join(' ');
  return (
    <div className="field">
      <label className="field__label" htmlFor={controlId}>
        {label}
      </label>
      {hint && (
        <p className="field__hint" id={`${controlId}-hint`}>
          {hint}
        </p>
      )}
      {children({
        id: controlId,
        ...(described && { 'aria-describedby': described }),
        ...(error && { 'aria-invalid': true }),
      })}
      <div className="field__live" aria-live="polite">
        {error && (
          <p className="field__error" id={`${controlId}-error`}>
            <Icon name="error" small />
            <span>{error}</span>
          </p>
        )}
      </div>
    </div>
  );
}

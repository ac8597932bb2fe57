import { useId } from 'react';
import type { ComponentPropsWithRef, ReactNode, Ref } from 'react';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import { isPress } from './keys.ts';

/** The texts of a field. */
interface FieldTexts {
  readonly label: string;
  /** Shown after the label of a field that may be empty: "optional". */
  readonly optional?: string | undefined;
  readonly hint?: ReactNode;
  /** The error; undefined once it is corrected. */
  readonly error?: string | undefined;
}

interface FieldProps extends FieldTexts {
  /** Id of the control. */
  readonly id: string;
  readonly children: ReactNode;
}

const hintId = (id: string) => `${id}-hint`;
const errorId = (id: string) => `${id}-error`;

/** The attributes that connect a control with its field's hint and error. */
function describedBy({ hint, error }: FieldTexts, id: string) {
  const ids = [hint ? hintId(id) : undefined, error ? errorId(id) : undefined].filter(Boolean).join(' ');
  return {
    id,
    ...(ids && { 'aria-describedby': ids }),
    ...(error && { 'aria-invalid': true }),
  };
}

/** Label, hint, control and error, one below the other. */
function Field({ id, label, optional, hint, error, children }: FieldProps) {
  return (
    <div className="field">
      <label className="field__label" htmlFor={id}>
        <span>{label}</span>
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

export interface TextFieldProps
  extends FieldTexts, Omit<ComponentPropsWithRef<'input'>, 'className' | 'aria-invalid' | 'aria-describedby'> {
  /** A button at the end of the input. */
  readonly button?: ReactNode;
}

/** A native one-line input with its label above. Its type is "text" by default. */
export function TextField({ label, optional, hint, error, id, type = 'text', button, ...input }: TextFieldProps) {
  const ownId = useId();
  const texts = { label, optional, hint, error };
  const controlId = id ?? ownId;
  return (
    <Field {...texts} id={controlId}>
      <div className="input-wrap">
        <input {...input} {...describedBy(texts, controlId)} className="input" type={type} />
        {button}
      </div>
    </Field>
  );
}

export interface SelectFieldProps
  extends FieldTexts, Pick<ComponentPropsWithRef<'select'>, 'id' | 'name' | 'autoComplete' | 'disabled' | 'ref'> {
  /** Values are unique. */
  readonly options: readonly { readonly value: string; readonly text: string }[];
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onBlur?: () => void;
}

/** A native list to choose from, with its label above. */
export function SelectField({ label, optional, hint, error, id, options, onChange, ...select }: SelectFieldProps) {
  const ownId = useId();
  const texts = { label, optional, hint, error };
  const controlId = id ?? ownId;
  return (
    <Field {...texts} id={controlId}>
      <select
        {...select}
        {...describedBy(texts, controlId)}
        className="select"
        onChange={(event) => onChange(event.target.value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.text}
          </option>
        ))}
      </select>
    </Field>
  );
}

interface SearchFieldProps {
  /** Only for screen readers: the placeholder and the icon show the purpose of the field. */
  readonly label: string;
  /** Name of the button that clears the field; without it there is none. */
  readonly clearLabel?: string;
  readonly placeholder: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly ref?: Ref<HTMLInputElement>;
}

/** Filters the page while the user types. Escape clears it, also in browsers that do not do so themselves. */
export function SearchField({ label, clearLabel, placeholder, value, onChange, ref }: SearchFieldProps) {
  const id = useId();
  const clear = () => {
    onChange('');
    document.getElementById(id)?.focus();
  };
  return (
    <div className="field">
      <label className="visually-hidden" htmlFor={id}>
        {label}
      </label>
      <div className="input-wrap">
        <Icon name="search" small />
        <input
          ref={ref}
          className="input"
          id={id}
          type="search"
          autoComplete="off"
          placeholder={placeholder}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={(event) => {
            if (!isPress(event, 'Escape') || value === '') return;
            event.preventDefault();
            clear();
          }}
        />
        {clearLabel !== undefined && value !== '' && (
          <Button variant="quiet" icon="close" aria-label={clearLabel} onClick={clear} />
        )}
      </div>
    </div>
  );
}

import { useId } from 'react';
import type { ComponentPropsWithRef } from 'react';
import { describedBy, Field } from './field.tsx';
import type { FieldTexts } from './field.tsx';

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

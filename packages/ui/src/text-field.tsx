import { useId } from 'react';
import type { ComponentPropsWithRef } from 'react';
import { describedBy, Field } from './field.tsx';
import type { FieldTexts } from './field.tsx';

export type TextFieldProps = FieldTexts &
  Omit<ComponentPropsWithRef<'input'>, 'className' | 'aria-invalid' | 'aria-describedby'>;

/** A native input of one line, with its label above. Of type "text" unless told otherwise. */
export function TextField({ label, optional, hint, error, id, type = 'text', ...input }: TextFieldProps) {
  const ownId = useId();
  const texts = { label, optional, hint, error };
  const controlId = id ?? ownId;
  return (
    <Field {...texts} id={controlId}>
      <input {...input} {...describedBy(texts, controlId)} className="input" type={type} />
    </Field>
  );
}

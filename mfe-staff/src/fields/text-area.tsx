import type { ComponentPropsWithRef } from 'react';
import { FieldFrame } from './field-frame.tsx';
import type { FieldFrameProps } from './field-frame.tsx';
import './text-area.css';

interface TextAreaProps
  extends
    Omit<ComponentPropsWithRef<'textarea'>, 'className' | 'aria-invalid' | 'aria-describedby' | 'children'>,
    Pick<FieldFrameProps, 'label' | 'hint' | 'error'> {}

/** A native text field of several lines with its label above, as `TextField` of @portal/ui. */
export function TextArea({ label, hint, error, id, rows = 3, ...area }: TextAreaProps) {
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      {(control) => <textarea {...area} {...control} className="input text-area" rows={rows} />}
    </FieldFrame>
  );
}

import type { Ref } from 'react';
import { FieldFrame } from './field-frame.tsx';
import type { FieldFrameProps } from './field-frame.tsx';
import './file-field.css';

interface FileFieldProps extends Pick<FieldFrameProps, 'label' | 'hint' | 'error'> {
  readonly id?: string;
  /** The names that the browser offers: ".zip". */
  readonly accept: string;
  readonly onChange: (file: File | undefined) => void;
  readonly ref?: Ref<HTMLInputElement>;
}

/** A native field for one file, with its label above; files can also be dropped onto it. A new `key` empties it. */
export function FileField({ id, label, hint, error, accept, onChange, ref }: FileFieldProps) {
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      {(control) => (
        <input
          {...control}
          ref={ref}
          className="input file-input"
          type="file"
          accept={accept}
          required
          onChange={({ target }) => onChange(target.files?.[0])}
        />
      )}
    </FieldFrame>
  );
}

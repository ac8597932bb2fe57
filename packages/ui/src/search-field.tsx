import { useId } from 'react';
import type { Ref } from 'react';
import { Icon } from './icon.tsx';

export interface SearchFieldProps {
  /** Read, not shown: the placeholder and the lens show what the field is for. */
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly ref?: Ref<HTMLInputElement>;
}

/** Filters what is on the page while somebody types. Escape clears it, in browsers too that do not do so themselves. */
export function SearchField({ label, placeholder, value, onChange, ref }: SearchFieldProps) {
  const id = useId();
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
            if (event.key !== 'Escape' || value === '') return;
            event.preventDefault();
            onChange('');
          }}
        />
      </div>
    </div>
  );
}

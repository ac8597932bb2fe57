import type { ReactNode } from 'react';

interface Entry {
  readonly name: string;
  readonly value: ReactNode;
}

/** Names with their values. The names are unique. */
export function Entries({ entries }: { readonly entries: readonly Entry[] }) {
  return (
    <dl className="entries">
      {entries.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

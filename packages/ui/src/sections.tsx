import { useId } from 'react';
import type { ReactNode } from 'react';

/** Sections of a page with a hairline between them. */
export function Sections({ children }: { readonly children: ReactNode }) {
  return <div className="sections">{children}</div>;
}

export interface SectionProps {
  readonly heading: string;
  readonly text?: string;
  readonly children: ReactNode;
}

/** What it is on one side, what you do on the other. */
export function Section({ heading, text, children }: SectionProps) {
  const id = useId();
  return (
    <section className="section" aria-labelledby={id}>
      <div className="section__head">
        <h2 id={id}>{heading}</h2>
        {text && <p>{text}</p>}
      </div>
      <div className="stack stack--wide">{children}</div>
    </section>
  );
}

import { Link, useLocation } from '@portal/ui';
import type { ReactNode } from 'react';

/** Moves the reader to a heading: who reads with the keyboard or a screen reader goes on from there. */
function goTo(id: string): void {
  const heading = document.getElementById(id);
  heading?.setAttribute('tabindex', '-1');
  heading?.focus();
}

export interface HeadingLinkProps {
  readonly id: string;
  readonly children: ReactNode;
}

/** A link to a heading of the same document; the address names it, and keeps what it says of version and language. */
export function HeadingLink({ id, children }: HeadingLinkProps) {
  const { search } = useLocation();
  return (
    <Link to={{ search, hash: `#${id}` }} onClick={() => goTo(id)}>
      {children}
    </Link>
  );
}

import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

export interface PageBodyProps {
  /** Parts one below the other, 24 px apart. */
  readonly stacked?: boolean;
  /** For one thing to read or to do. */
  readonly narrow?: boolean;
  readonly children: ReactNode;
}

/** What stands under the page's head, in the page's width. */
export function PageBody({ stacked = false, narrow = false, children }: PageBodyProps) {
  return (
    <div className={classNames('page page-body', narrow && 'page--narrow', stacked && 'stack stack--wide')}>
      {children}
    </div>
  );
}

import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

export interface CardProps {
  /** No padding, for a table. */
  readonly flush?: boolean;
  readonly children: ReactNode;
}

export function Card({ flush = false, children }: CardProps) {
  return <div className={classNames('card', flush && 'card--flush')}>{children}</div>;
}

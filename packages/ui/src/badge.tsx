import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

export interface BadgeProps {
  readonly kind?: 'neutral' | 'good' | 'warn' | 'bad' | 'signal';
  readonly children: ReactNode;
}

export function Badge({ kind = 'neutral', children }: BadgeProps) {
  return <span className={classNames('badge', kind !== 'neutral' && `badge--${kind}`)}>{children}</span>;
}

import type { ReactNode } from 'react';
import { RouteDrawing } from './route-drawing.tsx';

export interface EmptyCardProps {
  readonly heading: string;
  readonly text: string;
  readonly action?: ReactNode;
}

/** Nothing here yet, and what to do about it. */
export function EmptyCard({ heading, text, action }: EmptyCardProps) {
  return (
    <div className="card empty">
      <RouteDrawing name="empty" className="empty__art" />
      <h3>{heading}</h3>
      <p>{text}</p>
      {action}
    </div>
  );
}

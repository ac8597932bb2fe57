import type { ReactNode } from 'react';
import { RouteDrawing } from './route-drawing.tsx';

export interface EmptyCardProps {
  readonly heading: string;
  readonly headingAs?: 'h2' | 'h3';
  readonly text: string;
  readonly action?: ReactNode;
}

/** Nothing here yet, and what to do about it. */
export function EmptyCard({ heading, headingAs: Heading = 'h3', text, action }: EmptyCardProps) {
  return (
    <div className="card empty">
      <RouteDrawing name="empty" className="empty__art" />
      <Heading>{heading}</Heading>
      <p>{text}</p>
      {action}
    </div>
  );
}

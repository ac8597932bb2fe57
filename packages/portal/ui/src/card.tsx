import { useId } from 'react';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { RouteDrawing } from './route-drawing.tsx';

interface CardProps {
  readonly children: ReactNode;
}

export function Card({ children }: CardProps) {
  return <div className="card">{children}</div>;
}

interface EmptyCardProps {
  readonly heading: string;
  readonly text: string;
  readonly action?: ReactNode;
}

/** An empty list, and what to do about it. */
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

export interface FailureCardProps {
  readonly heading: string;
  readonly text: string;
  /** "Try again"; `retryingText` replaces it during the retry. */
  readonly retryText: string;
  readonly retryingText: string;
  readonly retrying: boolean;
  readonly onRetry: () => void;
}

/** Replaces a part of the portal that could not be shown. */
export function FailureCard({ heading, text, retryText, retryingText, retrying, onRetry }: FailureCardProps) {
  const id = useId();
  return (
    <section className="card empty" role="alert" aria-labelledby={id}>
      <RouteDrawing name="closed" className="empty__art" />
      <h2 id={id}>{heading}</h2>
      <p>{text}</p>
      <Button variant="primary" icon="retry" busy={retrying} onClick={onRetry}>
        {retrying ? retryingText : retryText}
      </Button>
    </section>
  );
}

import type { ReactNode } from 'react';
import { RouteDrawing } from './route-drawing.tsx';
import type { RouteDrawingName } from './route-drawing.tsx';

export interface MessagePageProps {
  /** The page's only h1. */
  readonly title: ReactNode;
  readonly drawing: RouteDrawingName;
  /** Paragraphs. */
  readonly children: ReactNode;
  /** Buttons and links that lead on. */
  readonly actions?: ReactNode;
}

/** A page that is one message: 404, 403, info. */
export function MessagePage({ title, drawing, children, actions }: MessagePageProps) {
  return (
    <div className="page">
      <div className="signpost">
        <div>
          <h1 tabIndex={-1}>{title}</h1>
          {children}
          {actions && <div className="cluster">{actions}</div>}
        </div>
        <RouteDrawing name={drawing} />
      </div>
    </div>
  );
}

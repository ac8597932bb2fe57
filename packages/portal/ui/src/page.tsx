import { useId } from 'react';
import type { ReactNode } from 'react';
import { ButtonLink } from './button.tsx';
import { classNames } from './class-names.ts';
import { RouteDrawing } from './route-drawing.tsx';
import type { RouteDrawingName } from './route-drawing.tsx';

export interface PageHeadProps {
  /** The page's only h1. It gets the focus after a navigation. */
  readonly title: ReactNode;
  readonly lead?: ReactNode;
  /** Link to the parent page. */
  readonly back?: { readonly to: string; readonly text: string };
  /** As narrow as the page's body. */
  readonly narrow?: boolean;
}

/** The page's title, on the background map. */
export function PageHead({ title, lead, back, narrow = false }: PageHeadProps) {
  return (
    <div className="page-head">
      <div className={classNames('page', narrow && 'page--narrow')}>
        {back && (
          <p className="page-head__back">
            <ButtonLink variant="quiet" icon="back" to={back.to}>
              {back.text}
            </ButtonLink>
          </p>
        )}
        <h1 tabIndex={-1}>{title}</h1>
        {lead && <p className="page-head__lead">{lead}</p>}
      </div>
    </div>
  );
}

interface PageBodyProps {
  /** Separates the children by 24 px. */
  readonly stacked?: boolean;
  /** For a page with one text or one task. */
  readonly narrow?: boolean;
  readonly children: ReactNode;
}

/** The content below the page's head. */
export function PageBody({ stacked = false, narrow = false, children }: PageBodyProps) {
  return (
    <div className={classNames('page page-body', narrow && 'page--narrow', stacked && 'stack stack--wide')}>
      {children}
    </div>
  );
}

/** Sections of a page with a hairline between them. */
export function Sections({ children }: { readonly children: ReactNode }) {
  return <div className="sections">{children}</div>;
}

interface SectionProps {
  /** Makes the heading a target of links, which takes the focus. */
  readonly id?: string;
  readonly heading: string;
  readonly text?: string;
  readonly children: ReactNode;
}

/** Heading and explanation on one side, content on the other. */
export function Section({ id, heading, text, children }: SectionProps) {
  const ownId = useId();
  return (
    <section className="section" aria-labelledby={id ?? ownId}>
      <div className="section__head">
        <h2 id={id ?? ownId} tabIndex={id === undefined ? undefined : -1}>
          {heading}
        </h2>
        {text && <p>{text}</p>}
      </div>
      <div className="stack stack--wide">{children}</div>
    </section>
  );
}

interface MessagePageProps {
  /** The page's only h1. */
  readonly title: ReactNode;
  readonly drawing: RouteDrawingName;
  /** Paragraphs. */
  readonly children: ReactNode;
  /** Buttons and links to continue. */
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

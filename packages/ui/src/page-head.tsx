import type { ReactNode } from 'react';
import { ButtonLink } from './button-link.tsx';
import { classNames } from './class-names.ts';

export interface PageHeadProps {
  /** The page's only h1. It takes focus after a navigation. */
  readonly title: ReactNode;
  readonly lead?: ReactNode;
  /** The page that this one belongs to. */
  readonly back?: { readonly to: string; readonly text: string };
  /** As narrow as the page's body. */
  readonly narrow?: boolean;
}

/** The title stands on the map. */
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

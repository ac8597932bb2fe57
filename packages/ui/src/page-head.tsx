import type { ReactNode } from 'react';

export interface PageHeadProps {
  /** The page's only h1. It takes focus after a navigation. */
  readonly title: ReactNode;
  readonly lead?: ReactNode;
}

/** The title stands on the map. */
export function PageHead({ title, lead }: PageHeadProps) {
  return (
    <div className="page-head">
      <div className="page">
        <h1 tabIndex={-1}>{title}</h1>
        {lead && <p className="page-head__lead">{lead}</p>}
      </div>
    </div>
  );
}

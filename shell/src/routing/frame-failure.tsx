import { PageBody } from '@portal/ui';
import type { ReactNode } from 'react';
import { useEffect } from 'react';
import { isRouteErrorResponse, useRouteError } from 'react-router-dom';
import { Layout } from '../layout/layout.tsx';
import { NotAvailable } from '../layout/not-available.tsx';

interface CrashedFrameProps {
  readonly error: unknown;
  readonly onCrash: (error: unknown) => void;
}

/** The frame itself has crashed, so nothing of it can stay. */
function CrashedFrame({ error, onCrash }: CrashedFrameProps) {
  useEffect(() => onCrash(error), [error, onCrash]);
  return (
    <main>
      <PageBody>
        <NotAvailable retrying={false} onRetry={() => window.location.reload()} />
      </PageBody>
    </main>
  );
}

/**
 * What the router shows in place of the frame. `lost` is the page for an address that no route matches, not even "*", which matches no
 * line break: "/a%0ab".
 */
export function FrameFailure({ lost, onCrash }: Omit<CrashedFrameProps, 'error'> & { readonly lost: ReactNode }) {
  const error = useRouteError();
  return isRouteErrorResponse(error) ? <Layout>{lost}</Layout> : <CrashedFrame error={error} onCrash={onCrash} />;
}

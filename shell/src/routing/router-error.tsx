import { PageBody } from '@portal/ui';
import type { ReactNode } from 'react';
import { useEffect } from 'react';
import { isRouteErrorResponse, useRouteError } from 'react-router-dom';
import { Layout } from '../layout/layout.tsx';
import { PageError } from '../layout/page-error.tsx';

interface FrameErrorProps {
  readonly error: unknown;
  readonly onCrash: (error: unknown) => void;
}

/** The frame itself has crashed, so nothing of it can stay. */
function FrameError({ error, onCrash }: FrameErrorProps) {
  useEffect(() => onCrash(error), [error, onCrash]);
  return (
    <main>
      <PageBody>
        <PageError retrying={false} onRetry={() => window.location.reload()} />
      </PageBody>
    </main>
  );
}

/**
 * What the router shows in place of the frame. `lost` is the page for an address that no route matches, not even "*",
 * which matches no line break: "/a%0ab".
 */
export function RouterError({ lost, onCrash }: Omit<FrameErrorProps, 'error'> & { readonly lost: ReactNode }) {
  const error = useRouteError();
  return isRouteErrorResponse(error) ? <Layout>{lost}</Layout> : <FrameError error={error} onCrash={onCrash} />;
}

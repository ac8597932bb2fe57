import { useTranslation } from '@portal/i18n';
import { FailureCard, PageBody } from '@portal/ui';
import type { ReactNode } from 'react';
import { isRouteErrorResponse, useRouteError } from 'react-router-dom';
import { Layout } from '../layout/layout.tsx';

/** The frame itself has crashed, so nothing of it can stay. */
function CrashedFrame() {
  const { t } = useTranslation('shell');
  return (
    <main>
      <PageBody>
        <FailureCard
          heading={t('failure.title')}
          text={t('failure.text')}
          retryText={t('failure.tryAgain')}
          retryingText={t('failure.trying')}
          retrying={false}
          onRetry={() => window.location.reload()}
        />
      </PageBody>
    </main>
  );
}

/**
 * What the router shows in place of the frame. `lost` is the page for an address that no route matches, not even "*", which matches no
 * line break: "/a%0ab".
 */
export function FrameFailure({ lost }: { readonly lost: ReactNode }) {
  return isRouteErrorResponse(useRouteError()) ? <Layout>{lost}</Layout> : <CrashedFrame />;
}

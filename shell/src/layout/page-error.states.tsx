import type { States } from '@portal/catalogue';
import { PageBody, PageHead } from '@portal/ui';
import { PageError } from './page-error.tsx';

export { loadTexts } from '../testing/shell-state.tsx';

const failed = (retrying: boolean) => ({
  Page: () => (
    <>
      <PageHead title="Hubs" />
      <PageBody>
        <PageError retrying={retrying} onRetry={() => undefined} />
      </PageBody>
    </>
  ),
});

export const states = { failed: failed(false), 'trying-again': failed(true) } satisfies States;

import { ROOT_ID } from '@portal/contract/page-elements';
import { DocumentOriginsProvider } from '@portal/ui';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router-dom';
import type { Portal } from './portal.ts';
import { PortalProvider } from './portal.ts';
import type { PortalRouter } from './routing/router.tsx';

/** Replaces the painted frame by the living portal. */
export function renderPortal(portal: Portal, router: PortalRouter): void {
  const root = document.getElementById(ROOT_ID);
  if (!root) throw new Error(`The page has no element with the id "${ROOT_ID}"`);
  createRoot(root).render(
    <StrictMode>
      <PortalProvider value={portal}>
        <DocumentOriginsProvider value={portal.page.config.documentOrigins ?? []}>
          <RouterProvider router={router} />
        </DocumentOriginsProvider>
      </PortalProvider>
    </StrictMode>,
  );
}

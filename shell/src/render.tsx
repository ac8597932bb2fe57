import { ROOT_ID } from '@portal/contract/page-elements';
import { DocumentOriginsProvider } from '@portal/ui';
import { StrictMode, useLayoutEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router-dom';
import type { Portal } from './portal.ts';
import { PortalProvider } from './portal.ts';
import type { PortalRouter } from './routing/router.tsx';

/** Once the portal is in `root`: focuses its link to `href`. */
function FocusLink({ root, href }: { readonly root: HTMLElement; readonly href: string }) {
  useLayoutEffect(() => {
    const links = [...root.querySelectorAll('a')];
    links.find((link) => link.getAttribute('href') === href)?.focus({ preventScroll: true });
  }, [root, href]);
  return null;
}

/** Replaces the painted frame by the living portal; whoever has tabbed to a link of the one finds the focus on that of the other. */
export function renderPortal(portal: Portal, router: PortalRouter): void {
  const root = document.getElementById(ROOT_ID);
  if (!root) throw new Error(`The page has no element with the id "${ROOT_ID}"`);
  const focused = root.querySelector('a:focus')?.getAttribute('href');
  createRoot(root).render(
    <StrictMode>
      <PortalProvider value={portal}>
        <DocumentOriginsProvider value={portal.page.config.documentOrigins ?? []}>
          <RouterProvider router={router} />
        </DocumentOriginsProvider>
      </PortalProvider>
      {focused && <FocusLink root={root} href={focused} />}
    </StrictMode>,
  );
}

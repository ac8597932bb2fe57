import { ROOT_ID } from '@portal/contract/page-elements';
import { DocumentOriginsProvider, DocumentViewProvider, FeaturesProvider } from '@portal/ui';
import { FIRST_RENDER_LIMIT_MS } from '@portal/contract/time-limit';
import { StrictMode, useLayoutEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router-dom';
import { accountDecidesLanguage, languageSettled } from './languages.ts';
import { restoreFocus, findFocused } from './layout/restore-focus.ts';
import type { Portal } from './portal.ts';
import { PortalProvider } from './portal.ts';
import type { PortalRouter } from './routing/router.tsx';

/**
 * The same where the account decides the language, in milliseconds: a skeleton in another one would jump when that is
 * known.
 */
const FIRST_RENDER_IN_LANGUAGE_LIMIT_MS = 2000;

function firstRouteReady(router: Pick<PortalRouter, 'state' | 'subscribe'>): Promise<void> {
  return new Promise((resolve) => {
    const stop = router.subscribe(({ initialized }) => {
      if (initialized) done();
    });
    function done() {
      stop();
      resolve();
    }
    if (router.state.initialized) done();
  });
}

/** Resolves when the first route is ready to be shown in its language, or the limit has passed. */
export function readyToRender(router: Pick<PortalRouter, 'state' | 'subscribe'>): Promise<void> {
  return new Promise((resolve) => {
    const limit = accountDecidesLanguage() ? FIRST_RENDER_IN_LANGUAGE_LIMIT_MS : FIRST_RENDER_LIMIT_MS;
    const timer = setTimeout(resolve, limit);
    void firstRouteReady(router)
      .then(languageSettled)
      .then(() => {
        clearTimeout(timer);
        resolve();
      });
  });
}

interface RestoredFocusProps {
  readonly root: HTMLElement;
  /** The focused element of the prerendered page. */
  readonly prerendered: HTMLElement;
}

/** Moves the focus once the portal is rendered. */
function RestoredFocus({ root, prerendered }: RestoredFocusProps) {
  useLayoutEffect(() => restoreFocus(root, prerendered), [root, prerendered]);
  return null;
}

/** Replaces the prerendered frame by the portal. If a link of it has the focus, the same link of the portal gets it. */
export function renderPortal(portal: Portal, router: PortalRouter): void {
  const root = document.getElementById(ROOT_ID);
  if (!root) throw new Error(`The page has no element with the id "${ROOT_ID}"`);
  const focused = findFocused(root);
  createRoot(root).render(
    <StrictMode>
      <PortalProvider value={portal}>
        <FeaturesProvider value={portal.page.config.features}>
          <DocumentOriginsProvider value={portal.page.config.documentOrigins ?? []}>
            <DocumentViewProvider value={portal.page.config.documents?.view ?? 'text'}>
              <RouterProvider router={router} />
            </DocumentViewProvider>
          </DocumentOriginsProvider>
        </FeaturesProvider>
      </PortalProvider>
      {focused && <RestoredFocus root={root} prerendered={focused} />}
    </StrictMode>,
  );
}

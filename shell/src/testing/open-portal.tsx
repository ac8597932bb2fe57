import type { PortalConfig } from '@portal/contract/config';
import type { Language } from '@portal/contract/language';
import { render } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { PortalProvider } from '../portal.ts';
import { createPortalRouter } from '../routing/router.tsx';
import { stubBrowser } from './browser-stubs.ts';
import { startShellTexts, testPortal } from './test-portal.ts';
import type { ShellParts, TestRemote } from './test-portal.ts';

export { answerLiveParts, startShellTexts, testPortal, testRemote } from './test-portal.ts';
export type { TestRemote } from './test-portal.ts';

stubBrowser();

/** Opens the portal at `path`, with its frame, its guards and its real routes. */
export async function openPortal(
  path: string,
  remotes: readonly TestRemote[] = [],
  language: Language = 'en',
  links: PortalConfig['links'] = {},
  shell: Partial<ShellParts> = {},
) {
  await startShellTexts(language);
  const portal = testPortal(remotes, language, links, shell);
  const router = createPortalRouter(portal, (routes, options) =>
    createMemoryRouter(routes, { ...options, initialEntries: [path] }),
  );
  const view = render(
    <PortalProvider value={portal}>
      <RouterProvider router={router} />
    </PortalProvider>,
  );
  return { portal, router, ...view };
}

import type { ComponentType, ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import type { OutwardLinks } from './from-shell.ts';
import { FeaturesProvider, OutwardLinksProvider } from './from-shell.ts';

/** Static HTML of a page at an address, for a build: the web server puts it into the first answer. */
export function renderAt(address: string, content: ReactNode): string {
  return renderToStaticMarkup(<StaticRouter location={address}>{content}</StaticRouter>);
}

/** The same with links out of the portal, and features. */
export function renderPage(
  address: string,
  Page: ComponentType,
  links: OutwardLinks,
  features: Readonly<Record<string, boolean>>,
): string {
  return renderAt(
    address,
    <OutwardLinksProvider value={links}>
      <FeaturesProvider value={features}>
        <Page />
      </FeaturesProvider>
    </OutwardLinksProvider>,
  );
}

import type { ComponentType, ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import type { OutwardLinks } from './from-shell.ts';
import { FeaturesProvider, OutwardLinksProvider } from './from-shell.ts';

/** Static HTML of a page at an address, for a build: the web server puts it into the first answer. */
export function paint(address: string, content: ReactNode): string {
  return renderToStaticMarkup(<StaticRouter location={address}>{content}</StaticRouter>);
}

/** The links out of the portal that the conditions name ("link:app"), as the placeholders that the web server fills in ("%link.app%"). */
export function paintedLinks(holding: readonly string[]): OutwardLinks {
  const names = holding.filter((condition) => condition.startsWith('link:')).map((condition) => condition.slice(5));
  return Object.fromEntries(names.map((name) => [name, `%link.${name}%`]));
}

/** The features that the conditions name ("feature:notifications"); all others are off. */
function paintedFeatures(holding: readonly string[]): Readonly<Record<string, boolean>> {
  const names = holding.filter((condition) => condition.startsWith('feature:')).map((condition) => condition.slice(8));
  return Object.fromEntries(names.map((name) => [name, true]));
}

/** Static HTML of a page, with those links and features. */
export function paintPage(address: string, Page: ComponentType, holding: readonly string[]): string {
  return paint(
    address,
    <OutwardLinksProvider value={paintedLinks(holding)}>
      <FeaturesProvider value={paintedFeatures(holding)}>
        <Page />
      </FeaturesProvider>
    </OutwardLinksProvider>,
  );
}

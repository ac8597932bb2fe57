import type { ComponentType, ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import type { OutwardLinks } from './from-shell.ts';
import { OutwardLinksProvider } from './from-shell.ts';

/** Static HTML of a page at an address, for a build: the web server puts it into the first answer. */
export function paint(address: string, content: ReactNode): string {
  return renderToStaticMarkup(<StaticRouter location={address}>{content}</StaticRouter>);
}

/** The links out of the portal that the conditions name ("link:app"), as the placeholders that the web server fills in ("%link.app%"). */
export function paintedLinks(holding: readonly string[]): OutwardLinks {
  const names = holding.filter((condition) => condition.startsWith('link:')).map((condition) => condition.slice(5));
  return Object.fromEntries(names.map((name) => [name, `%link.${name}%`]));
}

/** Static HTML of an open page, with those links. */
export function paintPage(address: string, Page: ComponentType, holding: readonly string[]): string {
  return paint(
    address,
    <OutwardLinksProvider value={paintedLinks(holding)}>
      <Page />
    </OutwardLinksProvider>,
  );
}

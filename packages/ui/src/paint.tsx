import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';

/** Static HTML of a page at an address, for a build: the web server puts it into the first answer. */
export function paint(address: string, content: ReactNode): string {
  return renderToStaticMarkup(<StaticRouter location={address}>{content}</StaticRouter>);
}

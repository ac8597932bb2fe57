import { prerenderPages } from '@portal/remote-ui/prerender';
import { prerenderDocuments } from './prerender-documents.tsx';
import * as remote from './remote.ts';

/** The values of `?locale=` that lead to a text of their own. */
const LOCALES = ['en', 'de', 'fr', 'nl', 'en-us', 'en-ca', 'fr-ca'];

/** Renders the open pages that show no document. */
export const prerenderOpenPages = () =>
  prerenderPages(remote, [
    {
      path: '/terms/versions',
      page: 'terms-versions',
      query: { by: 'value', parameter: 'locale', values: LOCALES },
    },
    { path: '/privacy-policy/regions', page: 'privacy-policy-regions' },
  ]);

/** Renders the open pages, for the build. */
export const prerender = async () => [...(await prerenderOpenPages()), ...(await prerenderDocuments())];

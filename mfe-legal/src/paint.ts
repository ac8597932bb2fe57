import { paintRemotePages } from '@portal/i18n/paint';
import { paintPage } from '@portal/ui/paint';
import * as remote from './remote.ts';

export { paintDocuments } from './paint-documents.tsx';

/** The values of `?locale=` that lead to a text of their own. */
const LOCALES = ['en', 'de', 'fr', 'nl', 'en-us', 'en-ca', 'fr-ca'];

/** Paints the open pages that show no document, for the build. */
export const paintPages = () =>
  paintRemotePages(
    remote,
    [
      {
        path: '/terms/versions',
        page: 'terms-versions',
        choice: { by: 'value', parameter: 'locale', values: LOCALES },
      },
      { path: '/privacy-policy/regions', page: 'privacy-policy-regions' },
    ],
    paintPage,
  );

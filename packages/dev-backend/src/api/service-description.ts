import { ServiceDescriptionResponseSchema } from '@portal/api/wire';
import { FALLBACK_LANGUAGE, languageOf } from '@portal/contract/language';
import type { FastifyInstance } from 'fastify';
import { samplePdf } from '../pages/sample-pdf.ts';
import type { Settings } from '../options.ts';
import { portalAt } from './portal-origin.ts';
import type { ApiScope } from './valibot-schemas.ts';

/** Legal documents exist in these languages. */
const DOCUMENTS = {
  en: {
    title: 'Service description',
    lines: [
      'Sample text, to be replaced by the operator.',
      'This document stands in for the one that the cloud offers.',
    ],
  },
  fr: {
    title: 'Description du service',
    lines: [
      'Texte d’exemple, à remplacer par l’exploitant.',
      'Ce document remplace celui que le cloud met à disposition.',
    ],
  },
  nl: {
    title: 'Servicebeschrijving',
    lines: ['Voorbeeldtekst, door de exploitant te vervangen.', 'Dit document vervangt het document uit de cloud.'],
  },
} as const;

const fileOf = (language: string) => `service-description-${language.toUpperCase()}.pdf`;

/** `GET service-description/url`: open to everybody, as the page is; in the browser's language where there is such a document. */
export function serviceDescriptionUrl(app: ApiScope, { url }: Settings): void {
  const schema = {
    summary: 'Where the service description lies, a PDF',
    security: [],
    response: { 200: ServiceDescriptionResponseSchema },
  };
  app.get('/service-description/url', { schema }, ({ headers }) => {
    const [browser] = headers['accept-language']?.split(/[,;]/) ?? [];
    const language = languageOf(browser) ?? FALLBACK_LANGUAGE;
    const file = fileOf(Object.hasOwn(DOCUMENTS, language) ? language : FALLBACK_LANGUAGE);
    return { url: `${url}/documents/${file}` };
  });
}

/** `/documents/service-description-EN.pdf`: what the address above leads to. Portals may fetch it and show it in a frame. */
export async function documentRoutes(
  app: FastifyInstance,
  { settings }: { readonly settings: Settings },
): Promise<void> {
  for (const [language, { title, lines }] of Object.entries(DOCUMENTS)) {
    const content = samplePdf({ language, title, lines });
    app.get(`/${fileOf(language)}`, { schema: { hide: true } }, ({ headers }, reply) =>
      reply
        .type('application/pdf')
        .header('access-control-allow-origin', portalAt(headers.origin, settings))
        .header('vary', 'Origin')
        .header('content-security-policy', `frame-ancestors ${settings.portalOrigins.join(' ')}`)
        .header('x-content-type-options', 'nosniff')
        .send(content),
    );
  }
}

import { ServiceDescriptionResponseSchema } from '@portal/api/wire';
import { FALLBACK_LANGUAGE } from '@portal/contract/language';
import type { FastifyInstance } from 'fastify';
import { firstLanguage } from '../pages/appearance.ts';
import { portalAt } from '../request-origin.ts';
import type { ApiScope } from '@portal/node-kit/fastify-valibot';
import type { Services } from '../services.ts';

/** A short document of one page. */
interface SampleDocument {
  readonly language: string;
  readonly title: string;
  readonly lines: readonly string[];
}

const LINE_HEIGHT = 22;

/** A text in the page's content, with Latin-1 letters as octal escapes. */
function literal(text: string): string {
  const escapes = Array.from(Buffer.from(text.replaceAll('’', "'"), 'latin1'), (byte) => byte.toString(8));
  return `(${escapes.map((octal) => `\\${octal.padStart(3, '0')}`).join('')})`;
}

/** A text in the document's information, in UTF-16. */
function information(text: string): string {
  const units = Array.from({ length: text.length }, (_, index) => text.charCodeAt(index).toString(16).padStart(4, '0'));
  return `<feff${units.join('')}>`;
}

/** Title and lines, tagged for screen readers as heading and paragraphs. */
function formatContent({ title, lines }: SampleDocument): string {
  const heading = `/H1 <</MCID 0>> BDC BT /F1 24 Tf 72 740 Td ${literal(title)} Tj ET EMC`;
  const paragraphs = lines.map(
    (line, index) =>
      `/P <</MCID ${index + 1}>> BDC BT /F1 12 Tf 72 ${700 - index * LINE_HEIGHT} Td ${literal(line)} Tj ET EMC`,
  );
  return [heading, ...paragraphs].join('\n');
}

/** A tagged PDF with the same bytes every time. Supports Latin-1 only. */
function samplePdf(document: SampleDocument): Buffer {
  const content = formatContent(document);
  const firstElement = 8;
  const elements = ['H1', ...document.lines.map(() => 'P')];
  const references = elements.map((_, index) => `${firstElement + index} 0 R`).join(' ');
  const objects = [
    `<</Type /Catalog /Pages 2 0 R /Lang (${document.language}) /MarkInfo <</Marked true>> /StructTreeRoot 6 0 R /ViewerPreferences <</DisplayDocTitle true>>>>`,
    '<</Type /Pages /Kids [3 0 R] /Count 1>>',
    '<</Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources <</Font <</F1 5 0 R>>>> /Contents 4 0 R /StructParents 0 /Tabs /S>>',
    `<</Length ${content.length}>>\nstream\n${content}\nendstream`,
    '<</Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding>>',
    `<</Type /StructTreeRoot /K [${references}] /ParentTree <</Nums [0 [${references}]]>>>>`,
    `<</Title ${information(document.title)}>>`,
    ...elements.map((name, index) => `<</Type /StructElem /S /${name} /P 6 0 R /Pg 3 0 R /K ${index}>>`),
  ];
  let text = '%PDF-1.7\n';
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const start = text.length;
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`;
  text += `trailer\n<</Size ${objects.length + 1} /Root 1 0 R /Info 7 0 R>>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}

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

const toFileName = (language: string) => `service-description-${language.toUpperCase()}.pdf`;

/**
 * `GET service-description/url`: public, like the page. Answers in the browser's language if the document exists in it.
 */
export function serviceDescriptionUrl(app: ApiScope, { settings: { url } }: Services): void {
  const schema = {
    summary: 'The address of the service description, a PDF',
    security: [],
    response: { 200: ServiceDescriptionResponseSchema },
  };
  app.get('/service-description/url', { schema }, ({ headers }) => {
    const language = firstLanguage(headers['accept-language']) ?? FALLBACK_LANGUAGE;
    const file = toFileName(Object.hasOwn(DOCUMENTS, language) ? language : FALLBACK_LANGUAGE);
    return { url: `${url}/documents/${file}` };
  });
}

/** `/documents/service-description-EN.pdf`: the PDF at that address. Portals may fetch it and show it in a frame. */
export async function documentRoutes(app: FastifyInstance, { settings }: Services): Promise<void> {
  for (const [language, { title, lines }] of Object.entries(DOCUMENTS)) {
    const content = samplePdf({ language, title, lines });
    app.get(`/${toFileName(language)}`, { schema: { hide: true } }, ({ headers }, reply) =>
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

import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { documentFileName } from '@portal/contract/documents';
import type { LoaderContext } from '@rspack/core';
import { documentText } from './document-text.ts';
import { Documents } from './documents.ts';
import { cachedPdf } from './pdf-cache.ts';

const FOLDER = join(import.meta.dirname, '../documents');

async function build(context: LoaderContext, source: string): Promise<string> {
  const documents = new Documents(FOLDER);
  const place = documents.placeAt(context.resourcePath);
  const read = documents.read(place, source);
  const pdf = await cachedPdf(read);
  // The web server finds it by this name.
  const hash = createHash('sha256').update(pdf).digest('hex').slice(0, 16);
  context.emitFile(documentFileName(place, hash), pdf);
  const text = documentText(read, pdf.length);
  return `export const text = JSON.parse(${JSON.stringify(JSON.stringify(text))});`;
}

/** Loader for `documents/**.md`: a module with the document's text, and its PDF as a file of the artifact. */
async function documentLoader(this: LoaderContext, source: string): Promise<string> {
  return await build(this, source);
}

export default documentLoader;

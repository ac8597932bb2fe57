import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { documentFileName } from '@portal/contract/paths';
import type { LoaderContext } from '@rspack/core';
import { documentText } from './document-text.ts';
import type { SourceDocument } from './documents.ts';
import { Documents } from './documents.ts';
import { renderPdf } from './pdf.ts';

const PACKAGE = join(import.meta.dirname, '..');
/** Inside node_modules, so that neither commits nor artifacts contain it. */
const CACHE = join(PACKAGE, 'node_modules/.cache/documents');

/**
 * A hash of everything besides the source that determines a PDF: this code, and the versions of Node, pdfkit and the
 * font.
 */
async function codeHash(): Promise<string> {
  const sources = (await readdir(import.meta.dirname)).filter((file) => !file.endsWith('.test.ts'));
  const own = sources.toSorted().map((file) => join(import.meta.dirname, file));
  const installed = ['pdfkit', '@expo-google-fonts/source-sans-3'].map((name) =>
    join(PACKAGE, 'node_modules', name, 'package.json'),
  );
  const hash = createHash('sha256').update(process.versions.node);
  for (const file of [...own, join(PACKAGE, 'src/library/validity.ts'), ...installed])
    hash.update(await readFile(file));
  return hash.digest('hex');
}

let code: Promise<string> | undefined;

/** The document's PDF, from the cache if neither source nor code changed. @throws {DocumentError} */
export async function cachedPdf(source: SourceDocument): Promise<Buffer> {
  code ??= codeHash();
  const { facts, blocks, language } = source;
  const key = createHash('sha256')
    .update(await code)
    .update(JSON.stringify([facts, blocks, language]))
    .digest('hex');
  const file = join(CACHE, `${key}.pdf`);
  const known = await readFile(file).catch(() => undefined);
  if (known) return known;
  const made = await renderPdf(source);
  await mkdir(CACHE, { recursive: true });
  // Written under another name first, because two builds may run at once.
  const partial = `${file}.${randomUUID()}`;
  await writeFile(partial, made);
  await rename(partial, file);
  return made;
}

const FOLDER = join(import.meta.dirname, '../documents');

async function build(context: LoaderContext, source: string): Promise<string> {
  const documents = new Documents(FOLDER);
  const textFile = documents.textFileAt(context.resourcePath);
  const read = documents.read(textFile, source);
  const pdf = await cachedPdf(read);
  const text = documentText(read, pdf.length);
  const hash = createHash('sha256').update(pdf).digest('hex').slice(0, 16);
  context.emitFile(documentFileName(textFile, hash), pdf);
  return `export const text = JSON.parse(${JSON.stringify(JSON.stringify(text))});`;
}

/** Loader for `documents/**.md`: makes a module with the text, and emits the PDF. */
async function documentLoader(this: LoaderContext, source: string): Promise<string> {
  return await build(this, source);
}

export default documentLoader;

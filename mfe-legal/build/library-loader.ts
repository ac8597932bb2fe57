import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseDeclaration } from '@portal/contract/declaration';
import type { LoaderContext } from '@rspack/core';
import type { LibraryText } from '../src/library/content.ts';
import { DocumentError } from './document-error.ts';
import { Documents } from './documents.ts';
import type { TextFile } from './documents.ts';

/**
 * Checks that the remote declares a route for every version's address. @throws {DocumentError} for a version without
 * one.
 */
export function checkAddresses(documents: Documents, declared: readonly string[]): void {
  for (const document of documents.names) {
    for (const version of documents.versions(document)) {
      const [path] = documents.address(document, version)?.split('?') ?? [];
      if (path === undefined || declared.includes(path)) continue;
      const file = documents.texts(document, version)[0]?.file ?? document;
      throw new DocumentError(
        file,
        1,
        `this version has the address "${path}", which is not a route: declare it in remote.json`,
      );
    }
  }
}

function textEntry(documents: Documents, textFile: TextFile): string {
  const { document, version, language, file } = textFile;
  const about: Omit<LibraryText, 'load'> = { ...documents.readFacts(textFile).facts, language };
  const chunk = `text-${document}-${version}-${language}`;
  return `{ ...${JSON.stringify(about)}, load: () => import(/* webpackChunkName: "${chunk}" */ './${file}') }`;
}

/** Code of the module that lists every document: its facts, and the import of its text. */
export function libraryModule(documents: Documents): string {
  const entries = documents.names.map((id) => {
    const versions = documents.versions(id).map((version) => {
      const texts = documents.texts(id, version).map((textFile) => textEntry(documents, textFile));
      return `{ id: ${JSON.stringify(version)}, texts: [${texts.join(',\n')}] }`;
    });
    return `{ id: ${JSON.stringify(id)}, versions: [${versions.join(',\n')}] }`;
  });
  return `export const library = [${entries.join(',\n')}];\n`;
}

/** Loader for `documents/library.yaml`: the list of all documents. Fails if any document has a mistake. */
function libraryLoader(this: LoaderContext): string {
  const folder = dirname(this.resourcePath);
  this.addContextDependency(folder);
  const documents = new Documents(folder);
  for (const { file } of documents.files) this.addDependency(join(folder, file));
  const declaration = join(folder, '../remote.json');
  this.addDependency(declaration);
  const { routes } = parseDeclaration('remote.json', JSON.parse(readFileSync(declaration, 'utf8')));
  checkAddresses(
    documents,
    routes.map(({ path }) => path),
  );
  return libraryModule(documents);
}

export default libraryLoader;

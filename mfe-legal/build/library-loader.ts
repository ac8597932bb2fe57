import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseDeclaration } from '@portal/contract/declaration';
import type { LoaderContext } from '@rspack/core';
import type { LibraryText } from '../src/library/content.ts';
import { DocumentError } from './document-error.ts';
import { Documents } from './documents.ts';
import type { Place } from './documents.ts';

/** Holds the addresses of all versions against the paths that the remote declares. @throws {DocumentError} for a version that nobody could open. */
export function checkAddresses(documents: Documents, declared: readonly string[]): void {
  for (const document of documents.names) {
    for (const version of documents.versions(document)) {
      const [path] = documents.address(document, version)?.split('?') ?? [];
      if (path === undefined || declared.includes(path)) continue;
      const file = documents.texts(document, version)[0]?.file ?? document;
      throw new DocumentError(
        file,
        1,
        `this version is read at "${path}", which is no route: declare it in remote.json`,
      );
    }
  }
}

function textEntry(documents: Documents, place: Place): string {
  const { document, version, language, file } = place;
  const about: Omit<LibraryText, 'load'> = { ...documents.read(place).facts, language };
  const chunk = `text-${document}-${version}-${language}`;
  return `{ ...${JSON.stringify(about)}, load: () => import(/* webpackChunkName: "${chunk}" */ './${file}') }`;
}

/** The code of the module that knows every document: what each says of itself, and the way to its text. */
export function libraryModule(documents: Documents): string {
  const entries = documents.names.map((id) => {
    const versions = documents.versions(id).map((version) => {
      const texts = documents.texts(id, version).map((place) => textEntry(documents, place));
      return `{ id: ${JSON.stringify(version)}, texts: [${texts.join(',\n')}] }`;
    });
    return `{ id: ${JSON.stringify(id)}, versions: [${versions.join(',\n')}] }`;
  });
  return `export const library = [${entries.join(',\n')}];\n`;
}

/** Loader for `documents/library.yaml`: the list of all documents. It fails when anything is wrong with any of them. */
function libraryLoader(this: LoaderContext): string {
  const folder = dirname(this.resourcePath);
  this.addContextDependency(folder);
  const documents = new Documents(folder);
  for (const { file } of documents.places) this.addDependency(join(folder, file));
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

import type { LibraryText } from '../src/library/content.ts';
import type { Documents, Place } from './documents.ts';

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

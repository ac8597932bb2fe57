import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { documentText } from './document-text.ts';
import { Documents } from './documents.ts';
import { libraryModule } from './library-loader.ts';

const FOLDER = join(import.meta.dirname, '../documents');

function createModule(source: string, path: string): string {
  const documents = new Documents(FOLDER);
  if (path.endsWith('.yaml')) return libraryModule(documents);
  const textFile = documents.textFileAt(path);
  const text = documentText(documents.read(textFile, source), 51_200);
  return `export const text = ${JSON.stringify(text)};`;
}

/** The documents for Jest: the same modules as in a build, without the PDFs. */
export default {
  getCacheKey(source: string, path: string): string {
    const hash = createHash('sha256').update(path).update(source);
    for (const file of [
      'documents.ts',
      'library-loader.ts',
      'read-blocks.ts',
      'front-matter.ts',
      'document-text.ts',
      'jest-transform.ts',
      '../src/library/validity.ts',
    ])
      hash.update(readFileSync(join(import.meta.dirname, file)));
    if (path.endsWith('.yaml')) {
      const documents = new Documents(FOLDER);
      for (const { file } of documents.files) hash.update(readFileSync(join(FOLDER, file)));
    }
    return hash.digest('hex');
  },
  process: (source: string, path: string) => ({ code: createModule(source, path) }),
  processAsync: async (source: string, path: string) => ({ code: createModule(source, path) }),
};

import { library } from '../../documents/library.yaml';
import type { LibraryDocument } from './content.ts';

/** A document of the portal. @throws when the build has none of that name. */
export function findDocument(id: string): LibraryDocument {
  const document = library.find((candidate) => candidate.id === id);
  if (!document) throw new Error(`There is no document "${id}"`);
  return document;
}

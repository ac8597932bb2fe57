import { DocumentError } from './document-error.ts';
import type { Documents } from './documents.ts';

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

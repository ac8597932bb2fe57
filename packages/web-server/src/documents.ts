import type { DocumentAddress } from '@portal/contract/documents';
import { findDocumentFile } from '@portal/contract/documents';
import type { VisitorRelease } from '@portal/contract/cohort';
import { liveManifests } from './live-parts.ts';

/** The file of a live part that holds a document's PDF. */
export function findDocument(
  release: VisitorRelease,
  address: DocumentAddress,
): { readonly name: string; readonly file: string } | undefined {
  for (const { name, files } of liveManifests(release)) {
    const file = findDocumentFile(Object.keys(files), address);
    if (file !== undefined) return { name, file };
  }
  return undefined;
}

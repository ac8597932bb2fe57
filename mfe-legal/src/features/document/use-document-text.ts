import { useLazyImport, useLoad } from '@portal/ui';
import type { Loadable } from '@portal/ui';
import { useCallback } from 'react';
import type { DocumentText, LibraryText } from '../../library/content.ts';

/** The words of a document, which come as a file of their own. */
export function useDocumentText(entry: LibraryText): readonly [text: Loadable<DocumentText>, tryAgain: () => void] {
  const lazyImport = useLazyImport();
  const load = useCallback(async () => (await lazyImport(entry.load)).text, [lazyImport, entry]);
  return useLoad(load, {
    onFailure: (error) => console.error(`The text of "${entry.title}" could not be loaded.`, error),
  });
}

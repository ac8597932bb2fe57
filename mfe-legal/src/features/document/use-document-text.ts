import { useCallback, useEffect, useState } from 'react';
import type { DocumentText, LibraryText } from '../../library/content.ts';

type Loaded =
  | { readonly status: 'loading' }
  | { readonly status: 'ready'; readonly text: DocumentText }
  | { readonly status: 'failed' };

const LOADING: Loaded = { status: 'loading' };

/** The words of a document, which come as a file of their own. */
export function useDocumentText(entry: LibraryText): Loaded & { readonly tryAgain: () => void } {
  const [state, setState] = useState<{ readonly of: LibraryText; readonly loaded: Loaded }>();
  const load = useCallback(() => {
    let left = false;
    entry.load().then(
      ({ text }) => {
        if (!left) setState({ of: entry, loaded: { status: 'ready', text } });
      },
      (error: unknown) => {
        console.error(`The text of "${entry.title}" could not be loaded.`, error);
        if (!left) setState({ of: entry, loaded: { status: 'failed' } });
      },
    );
    return () => {
      left = true;
    };
  }, [entry]);
  useEffect(load, [load]);

  const tryAgain = () => {
    setState(undefined);
    load();
  };
  return { ...(state?.of === entry ? state.loaded : LOADING), tryAgain };
}

import { useLanguage } from '@portal/i18n';
import { createContext, useContext, useEffect, useLayoutEffect } from 'react';
import { usePrerendering } from '../prerendering.ts';
import { usePortal } from '../portal.ts';

/** A text of a part's declaration in the interface's language. */
export function useDeclaredText(owner: string, key: string): string {
  const { parts } = usePortal();
  const language = useLanguage();
  return parts.declarations().find(({ name }) => name === owner)?.texts[key]?.[language] ?? '';
}

/** Sets the document's title, or keeps it: without soft hyphens, because windows and bookmarks show them. */
export function useDocumentTitle(title: string | undefined): void {
  useEffect(() => {
    if (title !== undefined) document.title = `${title.replaceAll('\u00AD', '')} – eBike Portal`;
  }, [title]);
}

const OwnTitle = createContext<(title: string | undefined) => void>(() => undefined);
/** Provides the function that sets a page's own title; undefined restores the declared one. */
export const OwnTitleProvider = OwnTitle.Provider;

/** For a page whose title depends on its content: replaces the declared title. */
export function useOwnTitle(title: string): void {
  const setOwnTitle = useContext(OwnTitle);
  // A build renders without effects.
  usePrerendering()?.onTitle(title);
  useLayoutEffect(() => {
    setOwnTitle(title);
    return () => setOwnTitle(undefined);
  }, [setOwnTitle, title]);
}

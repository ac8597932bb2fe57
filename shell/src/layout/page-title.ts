import { useLanguage } from '@portal/i18n';
import { createContext, useContext, useEffect, useLayoutEffect } from 'react';
import { usePortal } from '../portal.ts';

/** A text of a part's declaration in the language shown. */
export function useDeclaredText(owner: string, key: string): string {
  const { declarations } = usePortal();
  const language = useLanguage();
  return declarations.find(({ name }) => name === owner)?.texts[key]?.[language] ?? '';
}

/** The document carries `title` as long as it is given. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} – eBike Portal`;
  }, [title]);
}

const OwnTitle = createContext<(title: string | undefined) => void>(() => undefined);
/** Takes the titles that pages give themselves; undefined goes back to the declared one. */
export const OwnTitleProvider = OwnTitle.Provider;

/** For a page whose title depends on what it says: it goes ahead of the declared one. */
export function useOwnTitle(title: string): void {
  const tell = useContext(OwnTitle);
  useLayoutEffect(() => {
    tell(title);
    return () => tell(undefined);
  }, [tell, title]);
}

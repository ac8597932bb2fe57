import type { RouteDeclaration } from '@portal/contract/declaration';
import { useLanguage } from '@portal/i18n';
import { useEffect } from 'react';
import type { Portal } from '../portal.ts';
import { usePortal } from '../portal.ts';

/** A text of a part's declaration in the language shown. */
export function useDeclaredText(owner: string, key: string): string {
  const portal: Portal = usePortal();
  const language = useLanguage();
  return portal.declarations.find(({ name }) => name === owner)?.texts[key]?.[language] ?? '';
}

/** The route's title; the document carries it while the route is shown. */
export function usePageTitle(owner: string, route: RouteDeclaration): string {
  const title = useDeclaredText(owner, route.title);
  useEffect(() => {
    document.title = `${title} – eBike Portal`;
  }, [title]);
  return title;
}

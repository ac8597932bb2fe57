import type { Declaration, RouteDeclaration } from '@portal/contract/declaration';
import type { PageData } from '@portal/contract/page';
import { parsePageData } from '@portal/contract/page';
import { PAGE_DATA_ID } from '@portal/contract/page-elements';
import { matchesPath } from '@portal/contract/paths';
import type { PartDirectory, RemoteLoader } from '@portal/federation/runtime';
import type { SessionState } from '@portal/session';
import { createContext, useContext } from 'react';
import { createOpenTab } from './open-tab.ts';
import type { ShellPages } from './routing/page-store.ts';
import { createPageStore } from './routing/page-store.ts';
import type { PrerenderedPage } from './routing/prerendered-page.tsx';
import { findPrerenderedPage } from './routing/prerendered-page.tsx';
import { takeSignedInMark } from './routing/landing.ts';

/** Reads the page's data. @throws {InvalidInputError} if it does not have the agreed shape. */
export function readPage(): PageData {
  const text = document.getElementById(PAGE_DATA_ID)?.textContent ?? '';
  const input: unknown = JSON.parse(text === '' ? 'null' : text);
  return parsePageData(input);
}

/**
 * The objects that the shell's components share. Pages import this file, so it must not import them; `boot` passes them
 * in.
 */
export interface Portal {
  readonly page: PageData;
  /** The parts that the page knows. */
  readonly parts: PartDirectory;
  readonly loader: RemoteLoader;
  readonly pages: ReturnType<typeof createPageStore>;
  readonly openTab: ReturnType<typeof createOpenTab>;
  /** The session's first check. */
  readonly checked: Promise<SessionState>;
  readonly prerendered: PrerenderedPage;
  /** Whether the account has just signed in, and goes on to its home with the first page. */
  readonly landing: { isDue: boolean };
  /** Fetches the files of a further part's page. @returns whether all have come. */
  readonly preload: (owner: string, page: string) => Promise<boolean>;
  /** Reports an error of the shell's own that a boundary has caught: nothing else would count it. */
  readonly reportCrash: (error: unknown) => void;
}

/** What the start of the page makes the portal of. */
interface PortalParts extends Pick<Portal, 'page' | 'parts' | 'loader' | 'checked' | 'preload' | 'reportCrash'> {
  readonly shellPages: ShellPages;
}

export function createPortal({ shellPages, ...given }: PortalParts): Portal {
  const { page, loader } = given;
  return {
    ...given,
    pages: createPageStore(loader, shellPages),
    openTab: createOpenTab(page.release),
    prerendered: findPrerenderedPage(),
    landing: { isDue: takeSignedInMark() },
  };
}

/** The route that `pathname` belongs to, and the part that declares it, as far as the page knows. */
export function findRoute(
  { parts }: Pick<Portal, 'parts'>,
  pathname: string,
): { readonly declaration: Declaration; readonly route: RouteDeclaration } | undefined {
  for (const declaration of parts.declarations()) {
    const route = declaration.routes.find(({ path }) => matchesPath(path, pathname));
    if (route) return { declaration, route };
  }
  return undefined;
}

const PortalContext = createContext<Portal | undefined>(undefined);
export const PortalProvider = PortalContext.Provider;

export function usePortal(): Portal {
  const portal = useContext(PortalContext);
  if (!portal) throw new Error('usePortal: there is no PortalProvider above this component');
  return portal;
}

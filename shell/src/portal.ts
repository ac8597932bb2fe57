import type { Declaration, RouteDeclaration } from '@portal/contract/declaration';
import type { PageData } from '@portal/contract/page';
import { parsePageData } from '@portal/contract/page';
import { PAGE_DATA_ID } from '@portal/contract/page-elements';
import { matchesPath } from '@portal/contract/paths';
import type { RemoteLoader } from '@portal/federation/runtime';
import type { SessionState } from '@portal/session';
import { createContext, useContext } from 'react';
import type { OpenTab } from './open-tab.ts';
import { createOpenTab } from './open-tab.ts';
import type { PageStore, ShellPages } from './routing/page-store.ts';
import { createPageStore } from './routing/page-store.ts';
import type { PaintedPage } from './routing/painted-page.tsx';
import { findPaintedPage } from './routing/painted-page.tsx';

/** Reads the page's data. @throws {InvalidInputError} if it does not have the agreed shape. */
export function readPage(): PageData {
  const text = document.getElementById(PAGE_DATA_ID)?.textContent ?? '';
  const input: unknown = JSON.parse(text === '' ? 'null' : text);
  return parsePageData(input);
}

/** The objects that the shell's components share. Pages import this file, so it must not import them; `boot` passes them in. */
export interface Portal {
  readonly page: PageData;
  readonly declarations: readonly Declaration[];
  readonly loader: RemoteLoader;
  readonly pages: PageStore;
  readonly openTab: OpenTab;
  /** The session's first check. */
  readonly checked: Promise<SessionState>;
  readonly painted: PaintedPage;
  /** Reports an error of the shell's own that a boundary has caught: nothing else would count it. */
  readonly reportCrash: (error: unknown) => void;
}

export function createPortal(
  page: PageData,
  loader: RemoteLoader,
  shellPages: ShellPages,
  checked: Promise<SessionState>,
  reportCrash: Portal['reportCrash'],
): Portal {
  const { shell, remotes } = page.release;
  const declarations = [shell.declaration, ...Object.values(remotes).map(({ declaration }) => declaration)];
  const openTab = createOpenTab(page.release);
  const pages = createPageStore(loader, shellPages);
  return { page, declarations, loader, pages, openTab, checked, painted: findPaintedPage(), reportCrash };
}

/** The help page, which belongs to a remote: link to it only if a live part declares it. */
export const HELP_PATH = '/faq';

/** The route that `pathname` belongs to, and the part that declares it. */
export function findRoute(
  portal: Pick<Portal, 'declarations'>,
  pathname: string,
): { readonly declaration: Declaration; readonly route: RouteDeclaration } | undefined {
  for (const declaration of portal.declarations) {
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

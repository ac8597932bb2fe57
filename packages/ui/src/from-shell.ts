import { createContext, useContext } from 'react';

/** Addresses outside the portal, from its configuration (`links`). One that is not set has no link. */
export interface OutwardLinks {
  readonly identityManagement?: string | undefined;
  readonly dataAct?: string | undefined;
  readonly kitRepository?: string | undefined;
  readonly kitIntroduction?: string | undefined;
  readonly kitForum?: string | undefined;
}

const LinksContext = createContext<OutwardLinks>({});

/** For the shell's frame alone. */
export const OutwardLinksProvider = LinksContext.Provider;

/** The links out of the portal that are configured. */
export function useOutwardLinks(): OutwardLinks {
  return useContext(LinksContext);
}

const DocumentOriginsContext = createContext<readonly string[]>([]);

/** For the shell's frame alone. */
export const DocumentOriginsProvider = DocumentOriginsContext.Provider;

/** Origins beside the portal's own whose documents may be shown, from its configuration (`documentOrigins`). */
export function useDocumentOrigins(): readonly string[] {
  return useContext(DocumentOriginsContext);
}

/** Runs an `import()`, and gives what it brings. */
export type LazyImport = <Module>(load: () => Promise<Module>) => Promise<Module>;

const LazyImportContext = createContext<LazyImport>((load) => load());

/** For the shell's frame alone. */
export const LazyImportProvider = LazyImportContext.Provider;

/**
 * Runs an `import()` of a page that is on the screen already as the page itself was loaded: within the time allowed, with its failure
 * reported. Where the remote has a version to fall back to, that takes the page over. The function rejects all the same: where there
 * is no such version, or no network, the page says what is missing.
 */
export function useLazyImport(): LazyImport {
  return useContext(LazyImportContext);
}

import { createContext, useContext } from 'react';

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

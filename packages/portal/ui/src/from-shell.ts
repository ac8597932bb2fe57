import { createContext, useContext } from 'react';

/** Addresses outside the portal, from its configuration (`links`); undefined if not configured. */
export interface OutwardLinks {
  readonly identityManagement?: string | undefined;
  readonly dataAct?: string | undefined;
  readonly kitRepository?: string | undefined;
  readonly kitIntroduction?: string | undefined;
  readonly kitForum?: string | undefined;
  /** Opens the mobile app: an https address, or one with the app's own scheme. */
  readonly app?: string | undefined;
  /** Where customers ask for help: an http or https address, `mailto:` or `tel:`. */
  readonly contact?: string | undefined;
}

const LinksContext = createContext<OutwardLinks>({});

/** For the shell only. */
export const OutwardLinksProvider = LinksContext.Provider;

/** The links out of the portal that are configured. */
export function useOutwardLinks(): OutwardLinks {
  return useContext(LinksContext);
}

const DocumentOriginsContext = createContext<readonly string[]>([]);

/** For the shell only. */
export const DocumentOriginsProvider = DocumentOriginsContext.Provider;

/** Other origins whose documents the portal may show, from its configuration (`documentOrigins`). */
export function useDocumentOrigins(): readonly string[] {
  return useContext(DocumentOriginsContext);
}

/** How documents open: as text, or in the PDF viewer. */
export type DocumentView = 'text' | 'pdf';

const DocumentViewContext = createContext<DocumentView>('text');

/** For the shell only. */
export const DocumentViewProvider = DocumentViewContext.Provider;

/** How documents open, from the portal's configuration (`documents.view`). */
export function useDocumentView(): DocumentView {
  return useContext(DocumentViewContext);
}

const FeaturesContext = createContext<Readonly<Record<string, boolean>>>({});

/** For the shell only. */
export const FeaturesProvider = FeaturesContext.Provider;

/**
 * Whether a feature of the portal's configuration is on that the remote's declaration names in `features`; false for
 * one that is not set.
 */
export function useFeature(name: string): boolean {
  const features = useContext(FeaturesContext);
  return Object.hasOwn(features, name) && features[name] === true;
}

/** Runs an `import()` and resolves with its module. */
export type LazyImport = <Module>(load: () => Promise<Module>) => Promise<Module>;

const LazyImportContext = createContext<LazyImport>((load) => load());

/** For the shell only. */
export const LazyImportProvider = LazyImportContext.Provider;

/**
 * Runs a page's later `import()` under the same rules as the load of the page: with a time limit and reports of
 * failures. If it fails and the remote has a fallback, the fallback takes over the page. The promise rejects in any
 * case, so that without a fallback or a network the page can say what is missing.
 */
export function useLazyImport(): LazyImport {
  return useContext(LazyImportContext);
}

import { createContext, useContext } from 'react';

/** What a build that renders a page knows in place of session, API and configuration. */
interface Prerendering {
  readonly signedIn: boolean;
  /**
   * The address that starts sign-in, as the slot that the web server fills in; undefined if a plain link cannot start
   * it.
   */
  readonly signIn: string | undefined;
  /** Takes the page's own title. */
  readonly onTitle: (title: string) => void;
}

const PrerenderingContext = createContext<Prerendering | undefined>(undefined);
export const PrerenderingProvider = PrerenderingContext.Provider;

/** Undefined in the running portal. */
export function usePrerendering(): Prerendering | undefined {
  return useContext(PrerenderingContext);
}

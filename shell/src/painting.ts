import { createContext, useContext } from 'react';

/** What a build that paints a page knows in place of session, API and configuration. */
interface Painting {
  readonly signedIn: boolean;
  /** The address that starts sign-in, as the placeholder that the web server fills in; undefined if a plain link cannot start it. */
  readonly signIn: string | undefined;
  /** Takes the page's own title. */
  readonly onTitle: (title: string) => void;
}

const PaintingContext = createContext<Painting | undefined>(undefined);
export const PaintingProvider = PaintingContext.Provider;

/** Undefined in the running portal. */
export function usePainting(): Painting | undefined {
  return useContext(PaintingContext);
}

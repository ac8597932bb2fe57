import type * as Runtime from 'react-refresh/runtime';

/** The services of a development page for the parts that run in it. */
interface DevelopmentPage {
  /** The page's only React Refresh, for the renderer and the components of every part. */
  readonly refresh: typeof Runtime;
  /** Loads the page anew, without asking about unsaved input. */
  reload(): void;
  /** Turns the texts of an English catalogue into pseudo-texts, if the pseudo-locale is on. */
  texts(english: unknown): unknown;
  /** Calls `onBuild` with the hash of the part's latest build, if there is one, and after every further build. */
  follow(part: string, onBuild: (hash: string) => void): void;
}

declare global {
  interface Window {
    __developmentPage?: DevelopmentPage;
  }
}

/** @throws outside a page of the development server. */
export function developmentPage(): DevelopmentPage {
  const page = window.__developmentPage;
  if (!page) throw new Error('This is a development build. It runs in a page of "npm run dev" only.');
  return page;
}

import type { Language } from '@portal/contract/language';
import type { Declaration } from '@portal/contract/declaration';
import type { Messages } from '@portal/contract/remote-module';
import type * as Runtime from 'react-refresh/runtime';
import type { AsReleased, Container } from './as-released.ts';

/** Hears of texts that change in the sources. */
export interface ChangeListener {
  /** Those of a catalogue. */
  onMessages(namespace: string, language: Language, messages: Messages): void;
  /** Those of a part's declaration: titles, labels of links. */
  onDeclared(part: string, texts: Declaration['texts']): void;
  /** Functions that any component may call. */
  onReplaced(): void;
}

/** The services of a development page for the parts that run in it. */
interface DevelopmentPage {
  /** The page's only React Refresh, for the renderer and the components of every part. */
  readonly refresh: typeof Runtime;
  /** Whether the page's React can replace components while they run: its builds of production cannot. */
  readonly canRefresh: () => boolean;
  /** Loads the page anew; what was typed is there again. */
  reload(reason: string): void;
  /** A catalogue calls this when it runs, and again when it has changed. @returns pseudo-texts, if they are on. */
  texts(namespace: string, language: Language, messages: Messages): Messages;
  /** A module calls this whose functions have replaced those of the one before. */
  replaced(): void;
  /** The container of a part, for a page of a released portal. */
  asReleased(container: Container, expected: AsReleased): Container;
  followChanges(listener: ChangeListener): void;
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

import type { ComponentType } from 'react';
import type { Language } from './language.ts';

/** Name under which a remote exposes its module. */
export const REMOTE_EXPOSE = './remote';

/** The texts of one language, nested, as i18next expects them. */
export interface Messages {
  readonly [key: string]: string | Messages;
}

/** What a remote's container exposes as `./remote`. */
export interface RemoteModule {
  readonly name: string;
  /** The version of this build; the loader compares it with the one that it requested. */
  readonly version: string;
  /** Pages by the name that the declaration's routes use. */
  readonly pages: Readonly<Record<string, () => Promise<{ readonly Page: ComponentType }>>>;
  /** Loads the remote's texts in one language. Their namespace is the remote's name. */
  loadMessages(language: Language): Promise<Messages>;
}

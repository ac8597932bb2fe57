import type { ComponentType } from 'react';
import type { Language } from './language.ts';

/** Name under which a remote exposes its module. */
export const REMOTE_EXPOSE = './remote';

/** i18next resources of one language: nested texts. */
export interface Messages {
  readonly [key: string]: string | Messages;
}

/** What a remote's container exposes as `./remote`. */
export interface RemoteModule {
  readonly name: string;
  /** The version that this code was built as; the loader compares it with the one that it asked for. */
  readonly version: string;
  /** Pages by the name that the declaration's routes use. */
  readonly pages: Readonly<Record<string, () => Promise<{ readonly Page: ComponentType }>>>;
  /** The remote's texts in one language; they become the namespace of the remote's name. */
  loadMessages(language: Language): Promise<Messages>;
}

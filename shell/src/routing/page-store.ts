import type { Language } from '@portal/contract/language';
import { LANGUAGES } from '@portal/contract/language';
import type { Messages } from '@portal/contract/remote-module';
import type { RemoteLoader } from '@portal/federation/runtime';
import { addMessages } from '@portal/i18n';
import type { ComponentType } from 'react';
import { addTexts } from '../languages.ts';

type PageModule = { readonly Page: ComponentType };

/** A page of the shell that is rarely seen brings its texts along, in every language, under a namespace of its own. */
type ShellPageModule = PageModule & {
  readonly texts?: { readonly namespace: string; readonly messages: Readonly<Record<Language, Messages>> };
};

/** The shell's own pages, by the names that `shell.json` uses. */
const SHELL_PAGES: Readonly<Record<string, () => Promise<ShellPageModule>>> = {
  'sign-in': () => import(/* webpackChunkName: "sign-in" */ '../sign-in/sign-in-page.tsx'),
  information: () => import(/* webpackChunkName: "information" */ '../information/information-page.tsx'),
};

/** The pages that this tab has loaded, whoever owns them. */
export interface PageStore {
  /** Loads a page with its texts; a failed load is forgotten. @throws {RemoteError} for a remote's page. */
  load(owner: string, page: string): Promise<ComponentType>;
  /** The page, if it has been loaded. */
  peek(owner: string, page: string): ComponentType | undefined;
}

async function fetchShellPage(page: string): Promise<PageModule> {
  const load = Object.hasOwn(SHELL_PAGES, page) ? SHELL_PAGES[page] : undefined;
  if (!load) throw new Error(`The shell has no page "${page}"`);
  const { Page, texts } = await load();
  if (texts) for (const language of LANGUAGES) addMessages(texts.namespace, language, texts.messages[language]);
  return { Page };
}

export function createPageStore(loader: RemoteLoader): PageStore {
  const ready = new Map<string, ComponentType>();
  const pending = new Map<string, Promise<ComponentType>>();

  async function fetchPage(owner: string, page: string): Promise<PageModule> {
    if (owner === 'shell') return fetchShellPage(page);
    const { module } = await loader.load(owner);
    const load = Object.hasOwn(module.pages, page) ? module.pages[page] : undefined;
    if (!load) throw new Error(`${owner} has no page "${page}"`);
    const texts = addTexts(owner, (language) => loader.within(owner, () => module.loadMessages(language)));
    const [loaded] = await Promise.all([loader.within(owner, load), texts]);
    return loaded;
  }

  return {
    peek: (owner, page) => ready.get(`${owner}/${page}`),
    load(owner, page) {
      const key = `${owner}/${page}`;
      const known = pending.get(key);
      if (known) return known;
      const loading = fetchPage(owner, page).then(
        ({ Page }) => {
          ready.set(key, Page);
          return Page;
        },
        (error: unknown) => {
          pending.delete(key);
          throw error;
        },
      );
      pending.set(key, loading);
      return loading;
    },
  };
}

import type { RemoteModule } from '@portal/contract/remote-module';
import { SHELL_PAGES as OWN_PAGES } from '../../../shell/src/routing/shell-pages.ts';
import type { ShellPage, ShellPages } from '../../../shell/src/routing/page-store.ts';

/** A page of a remote, which is loaded when the page is first opened. */
function getPage(load: () => Promise<RemoteModule>, namespace: string, page: string): ShellPage {
  return {
    async load() {
      const { pages } = await load();
      const loadPage = pages[page];
      if (!loadPage) throw new Error(`${namespace} has no page "${page}"`);
      return await loadPage();
    },
    texts: { namespace, load: async (language) => (await load()).loadMessages(language) },
  };
}

const account = (page: string) => getPage(() => import('mfe_account/remote'), 'mfe-account', page);
const hubs = (page: string) => getPage(() => import('mfe_hubs/remote'), 'mfe-hubs', page);
const legal = (page: string) => getPage(() => import('mfe_legal/remote'), 'mfe-legal', page);

/** The measured pages, and what they lead to. */
export const SHELL_PAGES: ShellPages = {
  ...OWN_PAGES,
  account: account('account'),
  settings: hubs('settings'),
  'privacy-policy': legal('privacy-policy'),
};

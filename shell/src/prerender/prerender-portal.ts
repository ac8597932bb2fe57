import type { Declaration } from '@portal/contract/declaration';
import type { Portal } from '../portal.ts';
import { createOpenTab } from '../open-tab.ts';
import { createPageStore } from '../routing/page-store.ts';

const EMPTY: Declaration = { name: 'shell', routes: [], header: [], texts: {} };

function notHere(): never {
  throw new Error('A prerendered page does nothing but render');
}

const LOADER: Portal['loader'] = {
  load: notHere,
  loaded: () => [],
  within: notHere,
  dismiss: notHere,
  reportCrash: notHere,
};

const PARTS: Portal['parts'] = {
  declarations: () => [EMPTY],
  remote: () => undefined,
  find: notHere,
  loadForRoles: notHere,
  getScripts: notHere,
  firstFiles: notHere,
};

/** The portal as a page sees it that a build renders: with or without a help page, and nothing else. */
export function createPrerenderPortal(hasHelp: boolean): Portal {
  const release = {
    number: 0,
    view: '',
    shell: { version: '', builtAt: '', styles: [], declaration: EMPTY },
    remotes: {},
    navigation: { header: [], footer: [], help: hasHelp },
  };
  const config = {
    apiBaseUrl: '',
    identityLogoutUrl: '',
    cookieDomain: null,
    features: { singleSignOn: true },
    links: {},
  };
  return {
    page: { release, config, language: 'en' },
    parts: PARTS,
    preload: notHere,
    loader: LOADER,
    pages: createPageStore(LOADER, {}),
    openTab: createOpenTab(release),
    checked: new Promise(() => undefined),
    landing: { isDue: false },
    prerendered: { isFor: () => false, copy: notHere, drop: notHere },
    reportCrash: notHere,
  };
}

import type { Language } from '@portal/contract/language';
import type { Messages } from '@portal/contract/remote-module';
import type { ShellPages } from './page-store.ts';

type MessagesModule = { readonly default: Messages };

const INFORMATION_TEXTS: Readonly<Record<Language, () => Promise<MessagesModule>>> = {
  en: () =>
    import(/* webpackChunkName: "information-en" */ '../information/locales/en.json', { with: { type: 'json' } }),
  de: () =>
    import(/* webpackChunkName: "information-de" */ '../information/locales/de.json', { with: { type: 'json' } }),
  fr: () =>
    import(/* webpackChunkName: "information-fr" */ '../information/locales/fr.json', { with: { type: 'json' } }),
  nl: () =>
    import(/* webpackChunkName: "information-nl" */ '../information/locales/nl.json', { with: { type: 'json' } }),
};

export const SHELL_PAGES: ShellPages = {
  'sign-in': { load: () => import(/* webpackChunkName: "sign-in" */ '../sign-in/sign-in-page.tsx') },
  information: {
    load: () => import(/* webpackChunkName: "information" */ '../information/information-page.tsx'),
    texts: { namespace: 'information', load: async (language) => (await INFORMATION_TEXTS[language]()).default },
  },
};

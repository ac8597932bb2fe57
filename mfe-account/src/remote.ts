import type { Language } from '@portal/contract/language';
import type { RemoteModule } from '@portal/contract/remote-module';

const locales = {
  en: () => import(/* webpackChunkName: "locale-en" */ './locales/en.json', { with: { type: 'json' } }),
  de: () => import(/* webpackChunkName: "locale-de" */ './locales/de.json', { with: { type: 'json' } }),
  fr: () => import(/* webpackChunkName: "locale-fr" */ './locales/fr.json', { with: { type: 'json' } }),
  nl: () => import(/* webpackChunkName: "locale-nl" */ './locales/nl.json', { with: { type: 'json' } }),
};

export const name: RemoteModule['name'] = 'mfe-account';
export const version: RemoteModule['version'] = PART_VERSION;

export const pages: RemoteModule['pages'] = {
  account: () => import(/* webpackChunkName: "account" */ './pages/account-page.tsx'),
  delete: () => import(/* webpackChunkName: "delete" */ './pages/delete-page.tsx'),
  'migration-info': () => import(/* webpackChunkName: "migration-info" */ './pages/migration-info-page.tsx'),
};

export const loadMessages: RemoteModule['loadMessages'] = async (language: Language) =>
  (await locales[language]()).default;

import type { Language } from '@portal/contract/language';
import type { RemoteModule } from '@portal/contract/remote-module';

const locales = {
  en: () => import(/* webpackChunkName: "locale-en" */ './locales/en.json', { with: { type: 'json' } }),
  de: () => import(/* webpackChunkName: "locale-de" */ './locales/de.json', { with: { type: 'json' } }),
  fr: () => import(/* webpackChunkName: "locale-fr" */ './locales/fr.json', { with: { type: 'json' } }),
  nl: () => import(/* webpackChunkName: "locale-nl" */ './locales/nl.json', { with: { type: 'json' } }),
};

export const name: RemoteModule['name'] = 'mfe-hubs';
export const version: RemoteModule['version'] = PART_VERSION;

export const pages: RemoteModule['pages'] = {
  settings: () => import(/* webpackChunkName: "settings" */ './pages/settings-page.tsx'),
  'hub-release': () => import(/* webpackChunkName: "hub-release" */ './pages/hub-release-page.tsx'),
  'check-device': () => import(/* webpackChunkName: "check-device" */ './pages/check-device-page.tsx'),
};

export const loadMessages: RemoteModule['loadMessages'] = async (language: Language) =>
  (await locales[language]()).default;

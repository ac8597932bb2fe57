import type { Language } from '@portal/contract/language';
import type { RemoteModule } from '@portal/contract/remote-module';

const locales = {
  en: () => import(/* webpackChunkName: "locale-en" */ './locales/en.json', { with: { type: 'json' } }),
  de: () => import(/* webpackChunkName: "locale-de" */ './locales/de.json', { with: { type: 'json' } }),
  fr: () => import(/* webpackChunkName: "locale-fr" */ './locales/fr.json', { with: { type: 'json' } }),
  nl: () => import(/* webpackChunkName: "locale-nl" */ './locales/nl.json', { with: { type: 'json' } }),
};

export const name: RemoteModule['name'] = 'mfe-staff';
export const version: RemoteModule['version'] = PART_VERSION;

export const pages: RemoteModule['pages'] = {
  staff: () => import(/* webpackChunkName: "staff" */ './pages/staff-page.tsx'),
  people: () => import(/* webpackChunkName: "people" */ './pages/people-page.tsx'),
  person: () => import(/* webpackChunkName: "person" */ './pages/person-page.tsx'),
  'hub-status': () => import(/* webpackChunkName: "hub-status" */ './pages/hub-status-page.tsx'),
  firmware: () => import(/* webpackChunkName: "firmware" */ './pages/firmware-page.tsx'),
  logs: () => import(/* webpackChunkName: "logs" */ './pages/logs-page.tsx'),
  countries: () => import(/* webpackChunkName: "countries" */ './pages/countries-page.tsx'),
  country: () => import(/* webpackChunkName: "country" */ './pages/country-page.tsx'),
  oems: () => import(/* webpackChunkName: "oems" */ './pages/oems-page.tsx'),
  statistics: () => import(/* webpackChunkName: "statistics" */ './pages/statistics-page.tsx'),
  'access-token': () => import(/* webpackChunkName: "access-token" */ './pages/access-token-page.tsx'),
  journal: () => import(/* webpackChunkName: "journal" */ './pages/journal-page.tsx'),
};

export const loadMessages: RemoteModule['loadMessages'] = async (language: Language) =>
  (await locales[language]()).default;

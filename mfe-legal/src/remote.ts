import type { Language } from '@portal/contract/language';
import type { RemoteModule } from '@portal/contract/remote-module';
import '@portal/pdf-viewer/styles.css';
import './help.css';
import './legal.css';

const locales = {
  en: () => import(/* webpackChunkName: "locale-en" */ './locales/en.json', { with: { type: 'json' } }),
  de: () => import(/* webpackChunkName: "locale-de" */ './locales/de.json', { with: { type: 'json' } }),
  fr: () => import(/* webpackChunkName: "locale-fr" */ './locales/fr.json', { with: { type: 'json' } }),
  nl: () => import(/* webpackChunkName: "locale-nl" */ './locales/nl.json', { with: { type: 'json' } }),
};

export const name: RemoteModule['name'] = 'mfe-legal';
export const version: RemoteModule['version'] = PART_VERSION;

export const pages: RemoteModule['pages'] = {
  accessibility: () => import(/* webpackChunkName: "accessibility" */ './pages/accessibility-page.tsx'),
  'corporate-information': () =>
    import(/* webpackChunkName: "corporate-information" */ './pages/corporate-information-page.tsx'),
  'developer-terms': () => import(/* webpackChunkName: "developer-terms" */ './pages/developer-terms-page.tsx'),
  faq: () => import(/* webpackChunkName: "faq" */ './pages/faq-page.tsx'),
  'privacy-policy': () => import(/* webpackChunkName: "privacy-policy" */ './pages/privacy-policy-page.tsx'),
  'privacy-policy-regions': () =>
    import(/* webpackChunkName: "privacy-policy-regions" */ './pages/privacy-policy-regions-page.tsx'),
  'service-description': () =>
    import(/* webpackChunkName: "service-description" */ './pages/service-description-page.tsx'),
  terms: () => import(/* webpackChunkName: "terms" */ './pages/terms-page.tsx'),
  'terms-versions': () => import(/* webpackChunkName: "terms-versions" */ './pages/terms-versions-page.tsx'),
};

export const loadMessages: RemoteModule['loadMessages'] = async (language: Language) =>
  (await locales[language]()).default;

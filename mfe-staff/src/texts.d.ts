import type en from './locales/en.json';

declare module '@portal/i18n' {
  /** The keys of this part's texts, for the type checker. */
  interface Namespaces {
    'mfe-staff': typeof en;
  }
}

import type information from './information/locales/en.json';
import type shell from './locales/en.json';

declare module '@portal/i18n' {
  /** The keys of the shell's texts, for the type checker. */
  interface Namespaces {
    shell: typeof shell;
    information: typeof information;
  }
}

import { FALLBACK_LANGUAGE, parseLanguage } from '@portal/contract/language';
import type { Language } from '@portal/contract/language';
import type { Messages } from '@portal/contract/remote-module';
import { createInstance } from 'i18next';
import { initReactI18next } from 'react-i18next';

/** The shell's namespace; the namespace of a remote is its name. */
const SHELL = 'shell';

const i18n = createInstance();

/**
 * Makes a text from a key that even English lacks: "hubs.tryAgain" becomes "Try again". Customers do not understand a
 * key, and a button needs a name. The log names the key.
 */
function readable(key: string): string {
  console.warn(`No text for "${key}" in "${i18n.language}"`);
  const end = key.slice(key.lastIndexOf('.') + 1);
  const words = end
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[-_]+/g, ' ')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/**
 * A build, which paints pages, has no document. Only a change is written: setting the same language, too, makes
 * browsers style the whole page again.
 */
function markPage(language: Language): void {
  if (typeof document === 'undefined' || document.documentElement.lang === language) return;
  document.documentElement.lang = language;
}

/** Starts with the shell's texts in one language; only the shell calls this. `addMessages` adds other texts. */
export async function startI18n({ language, messages }: { language: Language; messages: Messages }): Promise<void> {
  await i18n.use(initReactI18next).init({
    lng: language,
    // The build has completed every catalogue with English, so no second language is needed.
    fallbackLng: false,
    defaultNS: SHELL,
    resources: { [language]: { [SHELL]: messages } },
    interpolation: { escapeValue: false }, // React escapes
    react: { useSuspense: false },
    initAsync: false,
    parseMissingKeyHandler: readable,
  });
  markPage(language);
}

/**
 * Sets the texts of one namespace in one language; call it before they are rendered. They replace all earlier ones,
 * because another version of the part may have had more of them, for instance plural forms.
 */
export function addMessages(namespace: string, language: Language, messages: Messages): void {
  i18n.removeResourceBundle(language, namespace);
  i18n.addResourceBundle(language, namespace, messages);
}

/** Changes the language in place. First add the texts of every namespace on the screen. */
export async function changeLanguage(language: Language): Promise<void> {
  await i18n.changeLanguage(language);
  markPage(language);
}

export function currentLanguage(): Language {
  return parseLanguage(i18n.language) ?? FALLBACK_LANGUAGE;
}

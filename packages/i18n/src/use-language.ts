import type { Language } from '@portal/contract/language';
import { useSyncExternalStore } from 'react';
import { currentLanguage, onLanguageChange } from './i18n.ts';

/** The interface's language; re-renders when it changes. */
export function useLanguage(): Language {
  return useSyncExternalStore(onLanguageChange, currentLanguage);
}

import type { Language } from '@portal/contract/language';
import type { Messages } from '@portal/contract/remote-module';
import de from './locales/de.json' with { type: 'json' };
import en from './locales/en.json' with { type: 'json' };
import fr from './locales/fr.json' with { type: 'json' };
import nl from './locales/nl.json' with { type: 'json' };

/** The texts of the pages that inform, which every other page does without. */
export const INFORMATION = 'information';
export const texts: { readonly namespace: string; readonly messages: Readonly<Record<Language, Messages>> } = {
  namespace: INFORMATION,
  messages: { en, de, fr, nl },
};

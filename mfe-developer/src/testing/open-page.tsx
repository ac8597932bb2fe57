import type { State } from '@portal/catalogue';
import { openState } from '@portal/catalogue/testing';
import type { Language } from '@portal/contract/language';
import de from '../locales/de.json' with { type: 'json' };
import en from '../locales/en.json' with { type: 'json' };
import fr from '../locales/fr.json' with { type: 'json' };
import nl from '../locales/nl.json' with { type: 'json' };

const MESSAGES = { en, de, fr, nl };

/** Opens a state of a page of this remote. */
export const openPage = async (state: State, language: Language = 'en') =>
  await openState(state, { 'mfe-developer': MESSAGES[language] }, language);

import type { Language } from '@portal/contract/language';
import type { Messages } from '@portal/contract/remote-module';
import { chunkInTime } from '../time-limit.ts';

const LOADERS: Readonly<Record<Language, () => Promise<{ readonly default: Messages }>>> = {
  en: () => import(/* webpackChunkName: "information-en" */ './locales/en.json', { with: { type: 'json' } }),
  de: () => import(/* webpackChunkName: "information-de" */ './locales/de.json', { with: { type: 'json' } }),
  fr: () => import(/* webpackChunkName: "information-fr" */ './locales/fr.json', { with: { type: 'json' } }),
  nl: () => import(/* webpackChunkName: "information-nl" */ './locales/nl.json', { with: { type: 'json' } }),
};

/** The texts of the pages that inform, which every other page does without. */
export const INFORMATION = 'information';

/** @throws {Error} when the texts do not come, or take too long. */
export async function loadInformationMessages(language: Language): Promise<Messages> {
  return (await chunkInTime(`The texts of the information in "${language}"`, LOADERS[language]())).default;
}

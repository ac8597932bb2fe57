import type { Language } from '@portal/contract/language';
import type { Translate } from '@portal/i18n';
import type { DocumentFacts } from '../library/content.ts';
import { validityDays } from '../library/validity.ts';

/** "Version 2 from 25.03.2020", in the interface's language. */
export function versionWords(t: Translate<'mfe-legal'>, facts: DocumentFacts, language: Language): string {
  const { from, to } = validityDays(facts, language);
  const { version } = facts;
  return to === undefined ? t('version.since', { version, from }) : t('version.between', { version, from, to });
}

import { FALLBACK_LANGUAGE, languageOf } from '@portal/contract/language';
import type { Language } from '@portal/contract/language';
import type { FastifyRequest } from 'fastify';
import type { Account } from '../database/accounts.ts';

/** The language of a mail to whoever calls: their account's, else their browser's first. */
export function mailLanguage({ language }: Account, { headers }: FastifyRequest): Language {
  const [browser] = headers['accept-language']?.split(/[,;]/) ?? [];
  return languageOf(language) ?? languageOf(browser) ?? FALLBACK_LANGUAGE;
}

import { LANGUAGES } from '@portal/contract/language';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { PAGE_LANGUAGE_COOKIE, PAGE_LANGUAGE_OPTIONS } from './appearance.ts';

const LanguageQuerySchema = v.object({ lang: v.picklist(LANGUAGES) });

/** A hook that keeps the language in an address (`?lang=fr`), as in the picker's links and in mails, and opens the address without it. */
export async function keepLanguage(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const query = v.safeParse(LanguageQuerySchema, request.query);
  if (request.method !== 'GET' || !query.success) return;
  const { pathname, searchParams } = new URL(request.url, 'http://localhost');
  searchParams.delete('lang');
  const rest = searchParams.size === 0 ? '' : `?${searchParams.toString()}`;
  reply.setCookie(PAGE_LANGUAGE_COOKIE, query.output.lang, PAGE_LANGUAGE_OPTIONS);
  await reply.redirect(`${pathname}${rest}`, 303);
}

import type { FastifyReply } from 'fastify';
import type { Settings } from '../options.ts';
import { messagePage } from './layout.ts';
import { pageHeaders } from './page-headers.ts';

/** Answers whoever goes on with a sign-in that is no more, at the API or at the identity provider. */
export function showExpiredSignIn(reply: FastifyReply, settings: Settings): FastifyReply {
  const page = messagePage({
    title: 'This sign-in has expired',
    text: 'It was left open for too long, or it has been finished already.',
    way: { href: `${settings.portalOrigins[0]}/login`, label: 'Start again' },
  });
  return reply.code(400).headers(pageHeaders(settings)).type('text/html; charset=utf-8').send(page);
}

import { readFile } from 'node:fs/promises';
import type { FastifyInstance, FastifyReply } from 'fastify';
import * as v from 'valibot';
import type { Settings } from '../options.ts';
import { refuseForeignHosts } from '../own-host.ts';
import type { Mail, Mailbox } from './mailbox.ts';
import { framedHtml, listPage, MAIL_SANDBOX, MAILBOX_STYLE, mailPage, noMailPage } from './mailbox-pages.ts';

const COMMON = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
};
const PAGE_POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  'img-src data:',
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');
/** Mails bring their own styles, and nothing else: no script, no request, no form. */
const MAIL_POLICY = [
  "default-src 'none'",
  "script-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  `sandbox ${MAIL_SANDBOX}`,
].join('; ');

const ListQuerySchema = v.object({ to: v.optional(v.string()) });
const MailParamsSchema = v.object({ id: v.string() });

interface MailboxOptions {
  readonly mailbox: Mailbox;
  readonly settings: Settings;
}

/** The address that a query names, if it names one. */
function addressIn(query: unknown): string | undefined {
  const parsed = v.safeParse(ListQuerySchema, query);
  return (parsed.success && parsed.output.to?.trim()) || undefined;
}

function show(reply: FastifyReply, status: number, page: string, policy = PAGE_POLICY): FastifyReply {
  return reply.code(status).header('content-security-policy', policy).type('text/html; charset=utf-8').send(page);
}

const withLinks = (mail: Mail) => ({ ...mail, links: mail.text?.match(/https?:\/\/\S+/g) ?? [] });

/** `/mailbox`, `/mailbox/{id}` for people, `/mailbox.json?to=` for tests: what the backend has sent. */
export async function mailboxRoutes(app: FastifyInstance, { mailbox, settings }: MailboxOptions): Promise<void> {
  const style = await readFile(new URL('./mailbox.css', import.meta.url));
  const schema = { hide: true };
  app.addHook('onRequest', refuseForeignHosts(settings));
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(COMMON);
  });
  const find = (params: unknown) => {
    const parsed = v.safeParse(MailParamsSchema, params);
    return parsed.success ? mailbox.find(parsed.output.id) : undefined;
  };

  app.get(MAILBOX_STYLE, { schema }, (_request, reply) => reply.type('text/css; charset=utf-8').send(style));
  app.get('/mailbox.json', { schema }, ({ query }) => ({ mails: mailbox.list(addressIn(query)).map(withLinks) }));
  app.get('/mailbox', { schema }, ({ query }, reply) => {
    const to = addressIn(query);
    return show(reply, 200, listPage(mailbox.list(to), to));
  });
  app.get('/mailbox/:id', { schema }, ({ params }, reply) => {
    const mail = find(params);
    return mail ? show(reply, 200, mailPage(mail)) : show(reply, 404, noMailPage());
  });
  app.get('/mailbox/:id/html', { schema }, ({ params }, reply) => {
    const marked = find(params)?.html;
    if (marked === undefined) return show(reply, 404, noMailPage());
    return show(reply, 200, framedHtml(marked), MAIL_POLICY);
  });
}

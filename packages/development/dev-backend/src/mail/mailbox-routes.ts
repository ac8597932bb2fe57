import { html } from '@portal/node-kit/html';
import type { Html } from '@portal/node-kit/html';
import type { FastifyInstance, FastifyReply } from 'fastify';
import * as v from 'valibot';
import { messagePage, page, sendPage } from '../pages/layout.ts';
import type { Mail } from './mailbox.ts';
import type { Services } from '../services.ts';

/**
 * Permissions of the frame for a mail's HTML: links may open outside of it. The Content Security Policy forbids the
 * mail's scripts; `allow-scripts` is only for accessibility checkers, whose scripts would otherwise wait in the frame
 * indefinitely.
 */
const MAIL_SANDBOX = 'allow-popups allow-popups-to-escape-sandbox allow-scripts';

const LINK = /(https?:\/\/[^\s<>"]+)/;

const FRAME = { language: 'en', theme: 'system', brand: 'Development mailbox', isWide: true } as const;

const mailboxPage = (title: string, body: Html): string => page({ ...FRAME, title, body });

function time(at: Date): Html {
  const iso = at.toISOString();
  return html`<time datetime="${iso}">${iso.slice(0, 19).replace('T', ' ')} UTC</time>`;
}

function listItem({ id, subject, to, receivedAt }: Mail): Html {
  return html`<li>
    <a href="/mailbox/${id}">${subject}</a>
    <p>To ${to.join(', ')}, ${time(receivedAt)}</p>
  </li>`;
}

/** The list of mails, the latest first; with `to`, only those to this address. */
function listPage(mails: readonly Mail[], to: string | undefined): string {
  const count = mails.length === 1 ? '1 mail' : `${mails.length} mails`;
  return mailboxPage(
    'Mailbox',
    html`<h1>Mailbox</h1>
      <p class="lead">All mails that this backend has sent, to any address. None of them leaves this machine.</p>
      <form method="get" action="/mailbox">
        <p class="field">
          <label for="to">Only to this address</label>
          <input id="to" name="to" type="text" inputmode="email" autocomplete="off" value="${to ?? ''}" />
        </p>
        <button type="submit">Show</button>
      </form>
      <p>${count}${to !== undefined && html` to ${to}. <a href="/mailbox">Show all</a>`}</p>
      ${
        mails.length > 0 &&
        html`<ul class="mails" role="list">
          ${mails.map(listItem)}
        </ul>`
      }`,
  );
}

/** The text with its web addresses as links. */
function linked(text: string): readonly Html[] {
  return text
    .split(LINK)
    .map((part, index) => (index % 2 === 1 ? html`<a href="${part}" rel="noreferrer">${part}</a>` : html`${part}`));
}

/** One mail: its text, and its HTML in a frame that runs no scripts of it. */
function mailPage({ id, from, to, subject, language, receivedAt, text }: Mail): string {
  const lang = html`lang="${language}"`;
  return mailboxPage(
    subject,
    html`<p><a href="/mailbox">All mails</a></p>
      <h1 ${lang}>${subject}</h1>
      <dl>
        <dt>From</dt>
        <dd>${from}</dd>
        <dt>To</dt>
        <dd>${to.join(', ')}</dd>
        <dt>Received</dt>
        <dd>${time(receivedAt)}</dd>
        <dt>Language</dt>
        <dd>${language}</dd>
      </dl>
      <h2>Plain text</h2>
      <pre ${lang}>${linked(text)}</pre>
      <h2>HTML</h2>
      <iframe src="/mailbox/${id}/html" title="The mail as HTML" sandbox="${MAIL_SANDBOX}"></iframe>`,
  );
}

/** A mail's HTML for the frame; its links open outside of it. */
function framedHtml(marked: string): string {
  return marked.replace('<head>', '<head><base target="_blank">');
}

/** Shown for a mail that never existed or was dropped for later ones. */
const NO_MAIL = messagePage({
  ...FRAME,
  title: 'No such mail',
  text: 'It has made room for later ones, or the backend has been restarted since.',
  link: { href: '/mailbox', label: 'All mails' },
});

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
/** Allows a mail's own styles, and forbids scripts, requests and forms. */
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

const ListQuerySchema = v.fallback(v.object({ to: v.optional(v.pipe(v.string(), v.trim())) }), {});
const MailParamsSchema = v.object({ id: v.string() });

function show(reply: FastifyReply, status: number, content: string, policy = PAGE_POLICY): FastifyReply {
  return sendPage(reply.header('content-security-policy', policy), status, content);
}

/** The address in a query, if there is one. */
const addressIn = (query: unknown) => v.parse(ListQuerySchema, query).to || undefined;

const withLinks = (mail: Mail) => ({ ...mail, links: mail.text.match(/https?:\/\/\S+/g) ?? [] });

/** The mails that the backend has sent: `/mailbox` and `/mailbox/{id}` for people, `/mailbox.json?to=` for tests. */
export async function mailboxRoutes(app: FastifyInstance, { mailbox, outbox }: Services): Promise<void> {
  const schema = { hide: true };
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(COMMON);
    // What was just done has its mail here.
    await outbox.settled();
  });
  const find = (params: unknown) => mailbox.find(v.parse(MailParamsSchema, params).id);

  app.get('/mailbox.json', { schema }, ({ query }) => ({ mails: mailbox.list(addressIn(query)).map(withLinks) }));
  app.get('/mailbox', { schema }, ({ query }, reply) => {
    const to = addressIn(query);
    return show(reply, 200, listPage(mailbox.list(to), to));
  });
  app.get('/mailbox/:id', { schema }, ({ params }, reply) => {
    const mail = find(params);
    return mail ? show(reply, 200, mailPage(mail)) : show(reply, 404, NO_MAIL);
  });
  app.get('/mailbox/:id/html', { schema }, ({ params }, reply) => {
    const marked = find(params)?.html;
    if (marked === undefined) return show(reply, 404, NO_MAIL);
    return show(reply, 200, framedHtml(marked), MAIL_POLICY);
  });
}

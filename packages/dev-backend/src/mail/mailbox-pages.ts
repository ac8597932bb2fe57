import { html } from '@portal/node-kit/html';
import type { Html } from '@portal/node-kit/html';
import { page } from '../pages/layout.ts';
import type { Mail } from './mailbox.ts';

/** Where the pages' own style sheet is served. */
export const MAILBOX_STYLE = '/mailbox/assets/mailbox.css';

/**
 * What the frame of a mail's HTML may do: have its links open elsewhere. The policy lets no script of the mail run; the frame's own
 * permission stands here because accessibility checkers, which work by script, would wait in it indefinitely.
 */
export const MAIL_SANDBOX = 'allow-popups allow-popups-to-escape-sandbox allow-scripts';

const LINK = /(https?:\/\/[^\s<>"]+)/;

function mailboxPage(title: string, body: Html): string {
  return page({ title, body, brand: 'Development mailbox', style: MAILBOX_STYLE });
}

function time(at: Date): Html {
  const iso = at.toISOString();
  return html`<time datetime="${iso}">${iso.slice(0, 19).replace('T', ' ')} UTC</time>`;
}

function listItem({ id, subject, to, receivedAt }: Mail): Html {
  return html`<li>
    <a href="/mailbox/${id}">${subject || 'No subject'}</a>
    <p>To ${to.join(', ')}, ${time(receivedAt)}</p>
  </li>`;
}

/** The mails that have arrived, the latest first; `to` is the address that they are limited to. */
export function listPage(mails: readonly Mail[], to: string | undefined): string {
  const count = mails.length === 1 ? '1 mail' : `${mails.length} mails`;
  return mailboxPage(
    'Mailbox',
    html`<h1>Mailbox</h1>
      <p class="lead">Every mail that this backend has sent, to whomever. None of them leaves this machine.</p>
      <form class="filter" method="get" action="/mailbox">
        <p class="field">
          <label for="to">Only to this address</label>
          <input id="to" name="to" type="text" inputmode="email" autocomplete="off" value="${to ?? ''}" />
        </p>
        <p><button type="submit">Show</button></p>
      </form>
      <p>${count}${to !== undefined && html` to ${to}. <a class="inline" href="/mailbox">Show all</a>`}</p>
      ${
        mails.length > 0 &&
        html`<ul class="mails" role="list">
          ${mails.map(listItem)}
        </ul>`
      }`,
  );
}

/** Text in which addresses of pages can be clicked. */
function linked(text: string): readonly Html[] {
  return text
    .split(LINK)
    .map((part, index) => (index % 2 === 1 ? html`<a href="${part}" rel="noreferrer">${part}</a>` : html`${part}`));
}

/** One mail with its text and, in a frame where nothing of it can run, its HTML. */
export function mailPage({ id, from, to, subject, language, receivedAt, text, html: marked }: Mail): string {
  const title = subject || 'No subject';
  const lang = language !== undefined && html`lang="${language}"`;
  return mailboxPage(
    title,
    html`<p><a href="/mailbox">All mails</a></p>
      <h1 ${lang}>${title}</h1>
      <dl>
        <dt>From</dt>
        <dd>${from}</dd>
        <dt>To</dt>
        <dd>${to.join(', ')}</dd>
        <dt>Received</dt>
        <dd>${time(receivedAt)}</dd>
        <dt>Language</dt>
        <dd>${language ?? 'not said'}</dd>
      </dl>
      <h2>Plain text</h2>
      ${text === undefined ? html`<p>This mail has none.</p>` : html`<pre ${lang}>${linked(text)}</pre>`}
      <h2>HTML</h2>
      ${
        marked === undefined
          ? html`<p>This mail has none.</p>`
          : html`<iframe src="/mailbox/${id}/html" title="The mail as HTML" sandbox="${MAIL_SANDBOX}"></iframe>`
      }`,
  );
}

/** A mail's HTML for the frame; its links open outside of it. */
export function framedHtml(marked: string): string {
  const base = '<base target="_blank">';
  return /<head[^>]*>/i.test(marked) ? marked.replace(/<head[^>]*>/i, (head) => head + base) : base + marked;
}

/** Shown for a mail that was never there, or has made room for later ones. */
export function noMailPage(): string {
  return mailboxPage(
    'No such mail',
    html`<h1>No such mail</h1>
      <p class="lead">It has made room for later ones, or the backend has been restarted since.</p>
      <p><a href="/mailbox">All mails</a></p>`,
  );
}

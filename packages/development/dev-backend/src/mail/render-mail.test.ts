import { readFile } from 'node:fs/promises';
import { expect, test } from '@jest/globals';
import { LANGUAGES } from '@portal/contract/language';
import { MAIL_KINDS } from '@portal/staff-api/wire';
import { PASSWORD_LINK_DAYS } from '../database/account-password-links.ts';
import { CONFIRMATION_DAYS, LINK_DAYS } from '../database/mail-links.ts';
import { renderMail } from './render-mail.ts';

const link = 'https://portal.example/link';
const values = {
  obc: '',
  effect: '',
  days: 7,
  minutes: 60,
  newEmail: 'a@example.com',
  guest: 'Jo',
  serial: '1',
  partNumber: '2',
};

test.each(MAIL_KINDS)('the mail "%s" has its link once and all values, in every language', (kind) => {
  for (const language of LANGUAGES) {
    const { subject, text, html } = renderMail({ name: 'Ada', address: 'a@example.com', language }, kind, {
      link,
      values,
    });
    expect(subject).not.toBe('');
    expect(text.split(link)).toHaveLength(2);
    expect(html.split(`href="${link}"`)).toHaveLength(2);
    expect(`${subject}${text}`).not.toMatch(/[{}[\]]/);
  }
});

test('docs/development-backend.md names each mail', async () => {
  const page = await readFile(new URL('../../../../../docs/development-backend.md', import.meta.url), 'utf8');
  expect(MAIL_KINDS.filter((kind) => !page.includes(`\`${kind}\``))).toEqual([]);
});

test.each(['en', 'fr', 'nl'])(
  'the service description in %s says how long the links in mails work',
  async (language) => {
    const documents = new URL('../../../../../mfe-legal/documents/', import.meta.url);
    const text = await readFile(new URL(`service-description/v1/${language}.md`, documents), 'utf8');
    const days = [...text.matchAll(/(\d+) (?:days|jours|dagen)/g)].map(([, number]) => Number(number));
    expect(days).toEqual([LINK_DAYS, CONFIRMATION_DAYS, PASSWORD_LINK_DAYS]);
  },
);

test('a mail without one of its values fails', () => {
  const receiver = { name: 'Ada', address: 'a@example.com', language: 'en' } as const;
  expect(() => renderMail(receiver, 'release-request', { link })).toThrow('guest');
});

import { readFile } from 'node:fs/promises';
import { expect, test } from '@jest/globals';
import { LANGUAGES } from '@portal/contract/language';
import { MAIL_KINDS } from '@portal/staff-api/wire';
import { letterMail } from './letters.ts';

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
    const { subject, text, html } = letterMail({ name: 'Ada', address: 'a@example.com', language }, kind, {
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

test('a mail without one of its values fails', () => {
  const receiver = { name: 'Ada', address: 'a@example.com', language: 'en' } as const;
  expect(() => letterMail(receiver, 'release-request', { link })).toThrow('guest');
});

import { expect, test } from '@jest/globals';
import { Mailbox, MAILBOX_SIZE } from './mailbox.ts';

const message = (to: string, subject = 'Hello') => ({
  to,
  subject,
  language: 'en',
  text: 'Hello',
  html: '<p>Hello</p>',
});

test('keeps the latest mails and drops the oldest', () => {
  const mailbox = new Mailbox();
  for (let number = 1; number <= MAILBOX_SIZE + 2; number += 1)
    mailbox.receive(message('b@example.com', String(number)));
  const mails = mailbox.list();
  expect(mails).toHaveLength(MAILBOX_SIZE);
  expect(mails.at(0)?.subject).toBe(String(MAILBOX_SIZE + 2));
  expect(mails.at(-1)?.subject).toBe('3');
});

test('lists the mails to an address, in capitals or not', () => {
  const mailbox = new Mailbox();
  mailbox.receive(message('Owner@Example.com'));
  expect(mailbox.list(' OWNER@example.com')).toHaveLength(1);
  expect(mailbox.list('b@example.com')).toEqual([]);
});

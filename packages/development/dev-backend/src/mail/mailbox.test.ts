import { expect, test } from '@jest/globals';
import { Mailbox, MAILBOX_SIZE } from './mailbox.ts';

const message = (subject: string) =>
  Buffer.from(`From: a@example.com\r\nTo: b@example.com\r\nSubject: ${subject}\r\n\r\nHello\r\n`);

test('keeps the latest mails and drops the oldest', async () => {
  const mailbox = new Mailbox();
  for (let number = 1; number <= MAILBOX_SIZE + 2; number += 1) {
    await mailbox.receive(message(String(number)), ['b@example.com']);
  }
  const mails = mailbox.list();
  expect(mails).toHaveLength(MAILBOX_SIZE);
  expect(mails.at(0)?.subject).toBe(String(MAILBOX_SIZE + 2));
  expect(mails.at(-1)?.subject).toBe('3');
});

test('sorts mails by the envelope’s recipient, not by their headers', async () => {
  const mailbox = new Mailbox();
  await mailbox.receive(message('Hello'), ['Owner@Example.com']);
  expect(mailbox.list(' OWNER@example.com')).toHaveLength(1);
  expect(mailbox.list('b@example.com')).toEqual([]);
});

test('accepts a mail without subject, sender or text', async () => {
  const mailbox = new Mailbox();
  await mailbox.receive(Buffer.from('\r\n'), ['b@example.com']);
  expect(mailbox.list()).toMatchObject([{ from: '', subject: '', language: undefined }]);
});

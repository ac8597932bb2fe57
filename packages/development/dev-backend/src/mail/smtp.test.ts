import { expect, test } from '@jest/globals';
import { Mailbox } from './mailbox.ts';
import { createMailer, startMailServer } from './mailer.ts';

const HELLO = {
  to: { name: 'Zoë, "the" owner', address: 'owner@example.com' },
  language: 'fr',
  subject: 'Vélo\r\nBcc: everybody@example.com',
  text: 'Où ?\n.\nlà\n',
  html: '<p>Où ?</p>',
};

test('a mail arrives unchanged, in its recipient’s mailbox only', async () => {
  const mailbox = new Mailbox();
  const lines: string[] = [];
  const server = await startMailServer(mailbox, (line) => lines.push(line));
  await createMailer(server)(HELLO);
  await server.close();
  expect(mailbox.list()).toMatchObject([
    { to: ['owner@example.com'], language: 'fr', text: HELLO.text, html: expect.stringContaining(HELLO.html) },
  ]);
  expect(mailbox.list()[0]?.subject).toContain('Vélo');
  expect(lines).toEqual([]);
});

test('a mail that cannot be sent fails', async () => {
  const server = await startMailServer(new Mailbox(), () => undefined);
  await server.close();
  await expect(createMailer(server)(HELLO)).rejects.toThrow('ECONNREFUSED');
});

test('a mail that is too long is refused', async () => {
  const mailbox = new Mailbox();
  const server = await startMailServer(mailbox, () => undefined);
  await expect(createMailer(server)({ ...HELLO, text: 'x'.repeat(999).concat('\n').repeat(1100) })).rejects.toThrow(
    'exceeds',
  );
  await server.close();
  expect(mailbox.list()).toHaveLength(0);
});

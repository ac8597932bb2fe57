import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { getAccountId } from './database/add-person.ts';
import { outbox } from './database/schema.ts';
import { startDatabase } from './start-database.ts';
import { startDevBackend } from './index.ts';
import type { DevBackend } from './index.ts';
import { BackendClient, PORTAL } from './testing/demo-backend.ts';
import { getStaff } from './testing/staff.ts';

let stateFolder = '';
let backend: DevBackend;
const lines: string[] = [];
const log = (line: string) => lines.push(line);
const client = () => new BackendClient(backend.url, stateFolder);

async function start(): Promise<void> {
  backend = await startDevBackend({ port: 0, stateFolder, portalOrigins: [PORTAL], log, record: () => undefined });
}

beforeAll(async () => {
  stateFolder = await mkdtemp(join(tmpdir(), 'mails-'));
  await start();
});
afterAll(async () => {
  await backend.close();
  await rm(stateFolder, { recursive: true });
});

test('a mail whose receiver is refused keeps no action from being done, and staff see it in the account [T462]', async () => {
  const token = await client().token('unmigrated');
  const body = { newEmail: 'gone@refused.example', currentPassword: 'account-1' };
  expect(await client().call('account/email', token, { method: 'PUT', body })).toMatchObject({ status: 200 });
  await client().mailsTo(body.newEmail);
  const { refusedMails } = await getStaff(client).view('support', { email: 'unmigrated@example.com' });
  expect(refusedMails).toEqual([{ kind: 'email-confirmation', at: expect.any(Date), reason: '550 No such mailbox' }]);
  expect(lines.join('\n')).not.toContain('gone@');
});

test('a mail that waits when the backend ends leaves when it runs again', async () => {
  await backend.close();
  const database = await startDatabase({ stateFolder }, log);
  await database.db.insert(outbox).values({
    kind: 'password-changed',
    accountId: getAccountId('owner'),
    receiver: { name: 'Olivia', address: 'owner@example.com', language: 'en' },
    facts: { kind: 'password-changed', portalOrigin: PORTAL },
  });
  await database.close();
  await start();
  expect(await client().mailsTo('owner@example.com')).toHaveLength(1);
});

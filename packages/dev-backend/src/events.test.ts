import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { startDemoBackend } from './testing/demo-backend.ts';
import type { DemoBackend, Person } from './testing/demo-backend.ts';
import { Visitor } from './testing/visitor.ts';

// The first start of a database takes its time on a busy machine.
jest.setTimeout(60_000);

let backend: DemoBackend;

beforeAll(async () => {
  backend = await startDemoBackend({ databaseUrl: 'memory', control: true });
});
afterAll(() => backend.close());

/** What was recorded since the last call, without the fields that are the same in all. */
function events(): readonly Record<string, unknown>[] {
  return backend.records.splice(0).map((line) => {
    expect(line).not.toContain('\n');
    const { at, from, ...event } = JSON.parse(line) as Record<string, unknown>;
    expect(Date.parse(String(at))).not.toBeNaN();
    expect(['127.0.0.1', '::1']).toContain(from);
    return event;
  });
}

async function newPerson(account?: object): Promise<Person> {
  const person = await backend.client.newPerson({ hubs: 1, account });
  events();
  return person;
}

/** A token of the person, and the id of the identity. */
async function signIn(email: string) {
  const { accessToken } = await backend.client.signIn(email);
  const [first] = events();
  return { token: accessToken, who: first?.['who'] };
}

test('sign-ins and sign-outs are recorded with the identity, accepted or not', async () => {
  const { email } = await newPerson();
  const { client } = backend;
  await client.enter(email, new Visitor(), 'wrong-1');
  const { accessToken, visitor } = await client.signIn(email);
  await client.call('account/logout', accessToken);
  await visitor.submit(await visitor.goTo(`${client.url}/identity/session/end`), { logout: 'yes' });
  await client.enter('nobody@example.com');
  await client.enter('unlinked');
  const recorded = events();
  const who = recorded[1]?.['who'];
  const unlinked = recorded[6]?.['who'];
  expect(who).toEqual(expect.any(String));
  expect(unlinked).toEqual(expect.any(String));
  expect(recorded).toEqual([
    { event: 'sign-in-refused', who, what: 'eBike ID', why: 'wrong password' },
    { event: 'signed-in', who, what: 'eBike ID' },
    { event: 'signed-in', who, what: 'portal' },
    { event: 'signed-out', who, what: 'GET account/logout' },
    { event: 'signed-out', who, what: 'eBike ID' },
    { event: 'sign-in-refused', what: 'eBike ID', why: 'unknown address' },
    { event: 'signed-in', who: unlinked, what: 'eBike ID' },
    { event: 'sign-in-refused', who: unlinked, what: 'portal', why: 'no account' },
  ]);
});

test('changes are recorded with the identity, refused ones with the reason, and reads and visits are not', async () => {
  const { email, hubs } = await newPerson({ password: 'account-1' });
  const { token, who } = await signIn(email);
  const put = (path: string, body?: object) => backend.client.call(path, token, { method: 'PUT', body });
  const hub = `hubs/${hubs[0]?.serial}+${hubs[0]?.partNumber}/settings`;
  await backend.client.call('hubs', token);
  await put('account/lastseen');
  await put('account/general', { firstname: 'Ada', lastname: 'Lovelace' });
  await put('account/general', { firstname: '' });
  await put(hub, { sharingMode: 'public' });
  await put('account/email', { newEmail: 'ada@example.com', currentPassword: 'wrong-1' });
  await backend.client.call('hubs?secret=1', 'made-up');
  expect(events()).toEqual([
    { event: 'changed', who, what: 'PUT account/general' },
    { event: 'request-refused', who, what: 'PUT account/general', why: 'invalid request' },
    { event: 'changed', who, what: `PUT ${hub}` },
    { event: 'request-refused', who, what: 'PUT account/email', why: 'WRONG_PASSWORD' },
    { event: 'request-refused', what: 'GET hubs', why: 'ERR_JWS_INVALID' },
  ]);
});

test('links in mails are recorded without their tokens, and no line has a name, an address or a password', async () => {
  const { email } = await newPerson({ password: 'account-1' });
  const { client } = backend;
  const lines = backend.records;
  const all: string[] = [];
  const { token, who } = await signIn(email);
  const newEmail = `new-${email}`;
  await client.call('account/email', token, { method: 'PUT', body: { newEmail, currentPassword: 'account-1' } });
  const visitor = new Visitor();
  const confirmation = (await client.mailsTo(newEmail))[0]?.links[0] ?? '';
  await visitor.request(confirmation);
  const form = await visitor.goTo(`${client.url}/identity/forgotten-password`);
  await visitor.submit(form, { email });
  let reset = '';
  while (reset === '') reset = (await client.mailsTo(email))[0]?.links[0] ?? '';
  await visitor.submit(await visitor.goTo(reset), { password: 'Gravel-2026' });
  all.push(...lines);
  expect(events()).toEqual([
    { event: 'changed', who, what: 'PUT account/email' },
    { event: 'changed', who, what: 'GET account/confirmation/:token' },
    { event: 'password-link-sent', who },
    { event: 'password-changed', who },
  ]);
  const secrets = [email, newEmail, 'account-1', 'Gravel-2026', token, confirmation.slice(-43), 'Test', 'Person'];
  for (const secret of secrets) expect(all.join('\n')).not.toContain(secret);
});

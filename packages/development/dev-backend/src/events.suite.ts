import { describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import type { BackendClient, Person } from './testing/demo-backend.ts';
import { Visitor } from './testing/visitor.ts';

/** Tests of what is recorded of sign-ins, refusals and changes, for each kind of database. */
export function testEvents(client: () => BackendClient): void {
  /** What was recorded since the last call, without the fields that are the same in all. */
  function events(): readonly Record<string, unknown>[] {
    return client()
      .records.splice(0)
      .map((line) => {
        expect(line).not.toContain('\n');
        const { at, from, ...event } = v.parse(v.record(v.string(), v.unknown()), JSON.parse(line));
        expect(Date.parse(String(at))).not.toBeNaN();
        expect(['127.0.0.1', '::1']).toContain(from);
        return event;
      });
  }

  async function newPerson(account?: object): Promise<Person> {
    const person = await client().newPerson({ hubs: 1, account });
    events();
    return person;
  }

  /** A token of the person, and the id of the identity. */
  async function signIn(email: string) {
    const { accessToken } = await client().signIn(email);
    const [first] = events();
    return { token: accessToken, who: first?.['who'] };
  }

  describe('the log of events', () => {
    test('sign-ins and sign-outs are recorded with the identity, accepted or not [T445]', async () => {
      const { email } = await newPerson();
      await client().enter(email, new Visitor(), 'wrong-1');
      const { accessToken, visitor } = await client().signIn(email);
      await client().call('account/logout', accessToken);
      await visitor.submit(await visitor.goTo(`${client().url}/identity/session/end`), { logout: 'yes' });
      await client().enter('nobody@example.com');
      await client().enter('unlinked');
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

    test('changes are recorded with the identity, refused ones with the reason, and reads and visits are not [T428]', async () => {
      const { email, hubs } = await newPerson({ password: 'account-1' });
      const { token, who } = await signIn(email);
      const put = (path: string, body?: object) => client().call(path, token, { method: 'PUT', body });
      const hub = `hubs/${hubs[0]?.serial}+${hubs[0]?.partNumber}/settings`;
      await client().call('hubs', token);
      await put('account/lastseen');
      await put('account/general', { firstname: 'Ada', lastname: 'Lovelace' });
      await put('account/general', { firstname: '' });
      await put(hub, { sharingMode: 'public' });
      await put('account/email', { newEmail: 'ada@example.com', currentPassword: 'wrong-1' });
      await client().call('hubs?secret=1', 'made-up');
      expect(events()).toEqual([
        { event: 'changed', who, what: 'PUT account/general' },
        { event: 'request-refused', who, what: 'PUT account/general', why: 'invalid request' },
        { event: 'changed', who, what: `PUT ${hub}` },
        { event: 'request-refused', who, what: 'PUT account/email', why: 'WRONG_PASSWORD' },
        { event: 'request-refused', what: 'GET hubs', why: 'ERR_JWS_INVALID' },
      ]);
    });

    test('links in mails are recorded without their tokens, and no line has a name, an address or a password [T439]', async () => {
      const { email } = await newPerson({ password: 'account-1' });
      const { token, who } = await signIn(email);
      const newEmail = `new-${email}`;
      await client().call('account/email', token, { method: 'PUT', body: { newEmail, currentPassword: 'account-1' } });
      const visitor = new Visitor();
      const confirmation = (await client().mailsTo(newEmail))[0]?.links[0] ?? '';
      await visitor.request(confirmation);
      const form = await visitor.goTo(`${client().url}/identity/forgotten-password`);
      await visitor.submit(form, { email });
      await visitor.submit(await visitor.goTo(await client().linkTo(email)), { password: 'Gravel-2026' });
      const all = client().records.join('\n');
      expect(events()).toEqual([
        { event: 'changed', who, what: 'PUT account/email' },
        { event: 'changed', who, what: 'GET account/confirmation/:token' },
        { event: 'password-link-sent', who },
        { event: 'password-changed', who },
      ]);
      const secrets = [email, newEmail, 'account-1', 'Gravel-2026', token, confirmation.slice(-43), 'Test', 'Person'];
      for (const secret of secrets) expect(all).not.toContain(secret);
    });
  });
}

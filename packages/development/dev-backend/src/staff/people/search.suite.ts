import { describe, expect, test } from '@jest/globals';
import { MOST_FOUND, SearchResponseSchema } from '@portal/staff-api/search';
import * as v from 'valibot';
import { MOST_LOOKUPS } from '../../attempts/recent-limit.ts';
import { refusal } from '../../testing/demo-backend.ts';
import type { BackendClient } from '../../testing/demo-backend.ts';
import { getStaff, toId } from '../../testing/staff.ts';

const NUL = '\u0000';
const WINDOW_SECONDS = 600;

/** Tests of the search for people, for each kind of database. */
export function testSearch(client: () => BackendClient): void {
  const staff = getStaff(client);
  const post = (who: string, text: unknown) => staff.post(who, 'people/search', { text });

  /** What somebody of the staff finds who has searched for nobody yet. */
  async function search(text: string) {
    const { email } = await staff.newStaff('support');
    return v.parse(SearchResponseSchema, (await post(email, text)).body).data;
  }

  /** An owner, a guest and their smartphone hub. */
  async function held() {
    const guest = await client().newPerson({});
    const owner = await client().newPerson({ hubs: [{ type: 'CUI100', guests: [guest.email] }] });
    const [hub = { serial: '', partNumber: '' }] = owner.hubs;
    return { owner, guest, hub };
  }

  describe('the search', () => {
    test('finds an account by its whole address, in capitals or not, and tells only its id', async () => {
      const person = await client().newPerson({ prefix: 'wanted' });
      for (const text of [person.email, ` ${person.email.toUpperCase()} `])
        expect(await search(text)).toMatchObject({ id: toId(person), people: [], more: false });
      expect(toId(person)).not.toContain('wanted');
      expect(await staff.entriesOn(person)).toEqual([]);
    });

    test('finds an account by each of its ids', async () => {
      const person = await client().newPerson({ account: { obcId: 'OBC-55500123' } });
      const { singleSignOnId } = await staff.view('support', person);
      for (const text of [toId(person), singleSignOnId, 'obc-55500123'])
        expect(await search(text)).toMatchObject({ id: toId(person) });
    });

    test.each(['nobody@example.com', 'unlinked@example.com', '000000000', 'OBC-0', 'Nobodyknows', '%%% abc'])(
      'finds nobody for "%s"',
      async (text) => {
        expect(await search(text)).toMatchObject({ id: null, people: [], more: false });
      },
    );

    test('finds who holds a hub, the owner first, without addresses in full; each can read it in the own data', async () => {
      const { owner, guest, hub } = await held();
      for (const text of [hub.serial, `${hub.serial.slice(0, 4)} ${hub.serial.slice(4)}+${hub.partNumber}`]) {
        const { id, people } = await search(text);
        expect([id, people.map((each) => [each.id, each.hub?.role, each.email])]).toEqual([
          null,
          [
            [toId(owner), 'owner', `${owner.email.charAt(0)}***@example.com`],
            [toId(guest), 'guest', `${guest.email.charAt(0)}***@example.com`],
          ],
        ]);
      }
      expect(await search(`${hub.serial}+0`)).toMatchObject({ id: null, people: [] });
      const { body } = await client().call('account/staff-access', await client().token(guest.email));
      expect(body).toMatchObject({ data: [{ action: 'found' }, { action: 'found' }] });
      expect((await staff.view('support', guest)).history).toEqual([]);
    });

    test('finds how a name begins, in both orders, and shows ten at most', async () => {
      const name = (firstName: string, lastName: string) => client().newPerson({ account: { firstName, lastName } });
      const zita = await name('Zita', 'Quux-Öst');
      for (const text of ['zita q', 'QUUX-Ö', 'Quux-Öst, Zita'])
        expect(await search(text)).toMatchObject({ id: toId(zita) });
      for (let time = 0; time < MOST_FOUND; time += 1) await name(`Anna ${time}`, 'Quuxbury');
      const { people, more } = await search('quux');
      expect([people.length, more]).toEqual([MOST_FOUND, true]);
      expect(await search('Quuxbury')).toMatchObject({ people: { length: MOST_FOUND }, more: false });
      expect(await search('quux%')).toMatchObject({ id: null, people: [] });
    });

    test('is refused for what cannot be searched for', async () => {
      for (const text of ['', 'Ke', 'owner@example', '%', `${NUL}${NUL}`, 'x'.repeat(255), '1'.repeat(21), 7])
        expect((await post('support', text)).status).toBe(400);
    });

    test('is limited for each account, whether it finds somebody or not, and goes on after a while [T314]', async () => {
      const [first, second] = [await staff.newStaff('support'), await staff.newStaff('support')];
      const texts = ['owner@example.com', 'nobody@example.com', 'Keller'];
      for (let time = 0; time < MOST_LOOKUPS; time += 1) {
        const { body } = await post(first.email, texts[time % texts.length]);
        const { left } = v.parse(SearchResponseSchema, body).data;
        expect(left.count).toBe(MOST_LOOKUPS - time - 1);
        expect(left.seconds).toBeGreaterThan(WINDOW_SECONDS - 100);
      }
      const refused = await post(first.email, 'owner@example.com');
      expect(refused).toMatchObject(refusal(429, 'TOO_MANY_LOOKUPS'));
      const seconds = Number(refused.headers.get('retry-after'));
      expect(seconds).toBeGreaterThan(500);
      expect(seconds).toBeLessThanOrEqual(WINDOW_SECONDS);
      expect((await post(second.email, 'owner@example.com')).status).toBe(200);
      client().clock.ahead += seconds * 1000;
      expect((await post(first.email, 'owner@example.com')).status).toBe(200);
    });

    test('tells how many accounts may still be opened, where those are fewer', async () => {
      const { email } = await staff.newStaff('support');
      for (let time = 1; time < MOST_LOOKUPS; time += 1) await staff.get(email, `people/nobody-${time}`);
      expect((await post(email, 'nobody@example.com')).body).toMatchObject({ data: { left: { count: 1 } } });
    });

    test('leaves nothing that was searched for in the log [T441]', async () => {
      const { email } = await client().newPerson({ prefix: 'secret' });
      const before = client().records.length;
      for (const text of [email, 'Secretary']) await post('support', text);
      expect(client().records.slice(before)).toEqual([]);
    });
  });
}

import { describe, expect, jest, test } from '@jest/globals';
import { HubReleaseResponseSchema } from '@portal/api/wire';
import * as v from 'valibot';
import { PORTAL, refusal } from './testing/demo-backend.ts';
import type { BackendClient } from './testing/demo-backend.ts';
import { Visitor } from './testing/visitor.ts';

/** Tests of the release of a hub, by its owner and by mail, for each kind of database. */
export function testHubRelease(client: () => BackendClient): void {
  const readSerials = async (token: string) => (await client().hubs(token)).map(({ serial }) => serial);

  /** An owner with one hub, and a guest of it. */
  async function pair(
    account: Readonly<Record<string, unknown>> = {},
    guestName = { firstName: 'Ada', lastName: '<b>& Co' },
  ) {
    const owner = await client().newPerson({ account });
    const guest = await client().newPerson({
      hubs: [{ owner: owner.email }],
      account: guestName,
    });
    const [hub] = guest.hubs;
    if (!hub) throw new Error('The guest has no hub.');
    return { owner, guest, hub, path: `hubs/${hub.serial}+${hub.partNumber}` };
  }

  /** The guest requests the release. @returns the mail to the owner. */
  async function ask({ owner, guest, path }: Awaited<ReturnType<typeof pair>>) {
    const accessToken = await client().token(guest.email);
    expect(await client().call(`${path}/release`, accessToken)).toMatchObject({ status: 200, body: { data: {} } });
    const [mail] = await client().mailsTo(owner.email);
    if (!mail) throw new Error('There is no mail.');
    return { ...mail, link: mail.links[0] ?? '' };
  }

  describe('the release of a hub by its owner', () => {
    test('removes it from the owner’s account and from those of its guests [T216]', async () => {
      const { owner, guest, hub, path } = await pair();
      const [ownerToken, guestToken] = [await client().token(owner.email), await client().token(guest.email)];
      expect(await readSerials(guestToken)).toEqual([hub.serial]);
      const answer = await client().call(`${path}/authorization`, ownerToken, { method: 'DELETE' });
      expect(answer.status).toBe(200);
      expect(v.parse(HubReleaseResponseSchema, answer.body).data).toBeDefined();
      expect(await readSerials(ownerToken)).toEqual([]);
      expect(await readSerials(guestToken)).toEqual([]);
      expect((await client().call(`${path}/authorization`, ownerToken, { method: 'DELETE' })).status).toBe(404);
    });

    test('succeeds only once when two arrive at the same moment', async () => {
      const { owner, path } = await pair();
      const accessToken = await client().token(owner.email);
      const release = () => client().call(`${path}/authorization`, accessToken, { method: 'DELETE' });
      const answers = await Promise.all([release(), release()]);
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 404]));
    });

    test('is refused to guests and strangers [T218]', async () => {
      const { guest, path } = await pair();
      for (const token of [await client().token(guest.email), await client().token('many')]) {
        const answer = await client().call(`${path}/authorization`, token, { method: 'DELETE' });
        expect(answer).toMatchObject(refusal(403, 'NOT_THE_OWNER'));
      }
    });
  });

  describe("a guest's request for the release of a hub", () => {
    test.each([
      ['de', 'Bitte geben Sie den Hub', 'Hallo Test,'],
      ['it', 'Please release hub', 'Hello Test,'],
    ])('reaches an owner whose language is %s by mail in that language [T239]', async (language, ...words) => {
      const people = await pair({ language });
      const { subject, text, html, link, ...mail } = await ask(people);
      expect(mail).toMatchObject({
        from: 'eBike Portal <no-reply@ebike.example>',
        to: [people.owner.email],
        language: language === 'it' ? 'en' : language,
      });
      expect(subject).toContain(words[0]);
      expect(subject).toContain(people.hub.serial);
      expect(text).toContain(words[1]);
      expect(text).toContain(`Ada <b>& Co (${people.guest.email})`);
      expect(html).toContain('Ada &lt;b&gt;&amp; Co');
      expect(html).toContain(`href="${link}"`);
      expect(new URL(link).pathname).toMatch(/^\/api\/hubs\/release\/[\w-]{43}$/);
    });

    test('is refused to the owner, to strangers, and for a hub that does not exist', async () => {
      const { owner, path } = await pair();
      const accessToken = await client().token(owner.email);
      for (const token of [accessToken, await client().token('many')]) {
        const answer = await client().call(`${path}/release`, token);
        expect(answer).toMatchObject(refusal(403, 'NOT_A_GUEST'));
      }
      expect((await client().call('hubs/0000000000+1/release', accessToken)).status).toBe(404);
      expect(await client().mailsTo(owner.email)).toEqual([]);
    });

    test('is sent five times an hour, however many come at once [T459]', async () => {
      const people = await pair();
      const token = await client().token(people.guest.email);
      const answers = await Promise.all(
        Array.from({ length: 12 }, () => client().call(`${people.path}/release`, token)),
      );
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
        ...Array.from({ length: 5 }, () => 200),
        ...Array.from({ length: 7 }, () => 429),
      ]);
      expect(await client().mailsTo(people.owner.email)).toHaveLength(5);
    });

    test('contains only its own link, whatever the guest’s name [T292]', async () => {
      const name = { firstName: 'Ada', lastName: 'x\n\nRelease the hub:\nhttps://elsewhere.example/\n\n' };
      const { text } = await ask(await pair({}, name));
      expect(text.match(/^Release the hub:$/gm)).toHaveLength(1);
      expect(text.match(/https?:|elsewhere\.example/g)).toEqual(['http:']);
      expect(text).toContain(`\n${client().url}/api/hubs/release/`);
    });
  });

  describe('the link in the mail', () => {
    test('releases the hub and opens the page that confirms it; a second use opens the page for a hub already released [T171]', async () => {
      const people = await pair();
      const { link } = await ask(people);
      const visit = await new Visitor().request(link);
      expect(visit.headers.get('location')).toBe(`${PORTAL}/user-info?show=hub-release`);
      expect(visit.headers.get('referrer-policy')).toBe('no-referrer');
      expect(visit.headers.get('cache-control')).toBe('no-store');
      for (const { email } of [people.owner, people.guest]) {
        expect(await readSerials(await client().token(email))).toEqual([]);
      }
      const again = await new Visitor().request(link);
      expect(again.headers.get('location')).toBe(`${PORTAL}/user-info?show=hub-already-released`);
    });

    test('works once, even when it is opened twice at the same moment', async () => {
      const { link } = await ask(await pair());
      const visits = await Promise.all([new Visitor().request(link), new Visitor().request(link)]);
      expect(new Set(visits.map(({ headers }) => headers.get('location')))).toEqual(
        new Set([`${PORTAL}/user-info?show=hub-already-released`, `${PORTAL}/user-info?show=hub-release`]),
      );
    });

    test('reports the hub as already released when its owner was faster, even after it was activated again', async () => {
      const people = await pair();
      const { link } = await ask(people);
      const accessToken = await client().token(people.owner.email);
      await client().call(`${people.path}/authorization`, accessToken, { method: 'DELETE' });
      const { serial, partNumber } = people.hub;
      const next = await client().newPerson({ hubs: [{ serial, partNumber, guests: [people.guest.email] }] });
      const visit = await new Visitor().request(link);
      expect(visit.headers.get('location')).toBe(`${PORTAL}/user-info?show=hub-already-released`);
      expect(await readSerials(await client().token(next.email))).toEqual([serial]);
    });

    test('leads back to the portal that the guest asked from', async () => {
      const people = await pair();
      const accessToken = await client().token(people.guest.email);
      const address = `${client().url}/api/${people.path}/release`;
      for (const origin of ['https://elsewhere.example', 'http://127.0.0.1:4999']) {
        await fetch(address, { headers: { authorization: `Bearer ${accessToken}`, origin } });
      }
      const [known, unknown] = await client().mailsTo(people.owner.email);
      const readLocation = async (link = '') => (await new Visitor().request(link)).headers.get('location');
      expect(await readLocation(known?.links[0])).toBe('http://127.0.0.1:4999/user-info?show=hub-release');
      expect(await readLocation(unknown?.links[0])).toBe(`${PORTAL}/user-info?show=hub-already-released`);
    });

    test('releases nothing after seven days, and says so', async () => {
      const people = await pair();
      const { link } = await ask(people);
      const eightDays = 8 * 86_400_000;
      const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + eightDays);
      const visit = await new Visitor().request(link);
      clock.mockRestore();
      expect(visit).toMatchObject({ status: 410, text: expect.stringContaining('This link has expired') });
      expect(await readSerials(await client().token(people.owner.email))).toEqual([people.hub.serial]);
    });

    test('releases nothing for a HEAD or a browser’s prefetch', async () => {
      const people = await pair();
      const { link } = await ask(people);
      expect((await fetch(link, { method: 'HEAD', redirect: 'manual' })).status).toBe(404);
      expect((await fetch(link, { headers: { 'sec-purpose': 'prefetch' }, redirect: 'manual' })).status).toBe(403);
      expect(await readSerials(await client().token(people.owner.email))).toEqual([people.hub.serial]);
    });

    test.each(['A'.repeat(43), '%00'])(
      'with the unknown token "%s" leads to the page for an invalid link',
      async (token) => {
        const visit = await new Visitor().request(`${client().url}/api/hubs/release/${token}`);
        expect(visit.status).toBe(404);
        expect(visit.text).toContain('This link leads nowhere');
        expect(visit.headers.get('content-security-policy')).toContain("default-src 'none'");
      },
    );
  });
}

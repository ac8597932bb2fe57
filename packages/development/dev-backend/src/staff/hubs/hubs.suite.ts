import { describe, expect, test } from '@jest/globals';
import { DEMO_NEW_HUBS, PART_NUMBERS } from '../../database/demo-data.ts';
import { PORTAL, refusal } from '../../testing/demo-backend.ts';
import type { BackendClient } from '../../testing/demo-backend.ts';
import { REASON, getStaff } from '../../testing/staff.ts';
import { Visitor } from '../../testing/visitor.ts';

/** Tests of the state of a hub and of its release by staff, for each kind of database. */
export function testHubs(client: () => BackendClient): void {
  const staff = getStaff(client);
  const readStatus = async (query: string) => (await staff.get('firmware', `hub-status?${query}`)).body;
  const release = (path: string) => staff.post('support', `${path}/release`, { reason: REASON });

  /** An owner, two guests, and their hub. */
  async function held() {
    const [first, second] = [
      await client().newPerson({ account: { language: 'de' } }),
      await client().newPerson({ account: { language: 'fr' } }),
    ];
    const owner = await client().newPerson({
      account: { language: 'nl' },
      hubs: [{ type: 'CUI100', guests: [first.email, second.email] }],
    });
    const [hub = { serial: '', partNumber: '' }] = owner.hubs;
    return { owner, guests: [first, second] as const, hub, path: `hubs/${hub.serial}+${hub.partNumber}` };
  }

  describe('the state of a hub', () => {
    test.each([
      ['a hub v1', 'serial=0012604417', 'SYSTEM_IS_ACTIVATED', PART_NUMBERS.HUB],
      ['a hub v1', `serial=0012604417&partNumber=${PART_NUMBERS.HUB}`, 'SYSTEM_IS_ACTIVATED', PART_NUMBERS.HUB],
      ['a hub v1', `serial=${DEMO_NEW_HUBS[0].serial}`, 'SYSTEM_IS_NOT_ACTIVATED', PART_NUMBERS.HUB],
      ['a serial of nothing', 'serial=0000000000', 'SYSTEM_DOES_NOT_EXISTS', null],
      [
        'a smartphone hub',
        `serial=0093817252&partNumber=${PART_NUMBERS.CUI100}`,
        'SYSTEM_IS_ACTIVATED',
        PART_NUMBERS.CUI100,
      ],
      [
        'a smartphone hub',
        `serial=0093821107&partNumber=${PART_NUMBERS.CUI100}`,
        'SYSTEM_IS_NOT_ACTIVATED',
        PART_NUMBERS.CUI100,
      ],
      ['a smartphone hub by its serial alone', 'serial=0093817252', 'SYSTEM_DOES_NOT_EXISTS', null],
      ['another part number', `serial=0093817252&partNumber=${PART_NUMBERS.HUB}`, 'SYSTEM_DOES_NOT_EXISTS', null],
      [
        'a rear light',
        `serial=0008845530&partNumber=${PART_NUMBERS.REARLIGHT}`,
        'SYSTEM_IS_ACTIVATED',
        PART_NUMBERS.REARLIGHT,
      ],
    ])('%s (%s) is %s [T139]', async (_what, query, status, partNumber) => {
      expect(await readStatus(query)).toEqual({ data: { status, partNumber } });
    });

    test.each(['', 'serial=', 'serial=abc', 'serial=1&partNumber=', 'partNumber=1', 'serial=%00'])(
      'is not told for "%s"',
      async (query) => {
        expect((await staff.get('support', `hub-status?${query}`)).status).toBe(400);
      },
    );
  });

  describe('the release of a hub by staff', () => {
    test('takes it from its owner and its guests, tells each in the own language, and is written down on each [T173]', async () => {
      const { owner, guests, hub, path } = await held();
      expect(await release(path)).toMatchObject({ status: 200, body: { data: { told: 3 } } });
      for (const [person, language, subject, words] of [
        [owner, 'nl', `Hub ${hub.serial} is vrijgegeven`, 'uit de accounts van iedereen'],
        [guests[0], 'de', `Der Hub ${hub.serial} wurde abgegeben`, 'Sie waren Gast'],
        [guests[1], 'fr', `Le hub ${hub.serial} a été dissocié`, 'Vous étiez invité'],
      ] as const) {
        const accessToken = await client().token(person.email);
        expect(await client().hubs(accessToken)).toEqual([]);
        expect(await client().mailsTo(person.email)).toMatchObject([
          { language, subject, text: expect.stringContaining(words), links: [`${PORTAL}/settings`] },
        ]);
        const what = `${hub.serial}+${hub.partNumber}`;
        expect(await staff.entriesOn(person)).toEqual([
          { action: 'hub-released', by: 'support@example.com', what, reason: REASON },
        ]);
      }
      const query = `serial=${hub.serial}&partNumber=${hub.partNumber}`;
      expect(await readStatus(query)).toMatchObject({ data: { status: 'SYSTEM_IS_NOT_ACTIVATED' } });
    });

    test('happens once, also at the same moment as that by its owner [T308]', async () => {
      const { owner, hub, path } = await held();
      const accessToken = await client().token(owner.email);
      const answers = await Promise.all([
        release(path),
        client().call(`${path}/authorization`, accessToken, { method: 'DELETE' }),
        release(path),
      ]);
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404, 404]);
      expect(await release(path)).toMatchObject(refusal(404, 'HUB_NOT_FOUND'));
      const entries = (await staff.entriesOn(owner)).filter(({ what }) => what?.startsWith(hub.serial));
      expect(entries).toHaveLength(answers[1]?.status === 200 ? 0 : 1);
    });

    test('invalidates the links in mails that could have done it', async () => {
      const { owner, guests, path } = await held();
      await client().call(`${path}/release`, await client().token(guests[0].email));
      const link = (await client().mailsTo(owner.email))[0]?.links[0] ?? '';
      await release(path);
      const visit = await new Visitor().request(link);
      expect(visit.headers.get('location')).toBe(`${PORTAL}/user-info?show=hub-already-released`);
    });

    test('is refused for a hub that cannot be one', async () => {
      expect((await staff.post('support', 'hubs/1%00+2/release', { reason: REASON })).status).toBe(400);
    });
  });
}

import { expect, test } from '@jest/globals';
import { STAFF_ROLES } from '@portal/staff-api/permissions';
import { PORTAL } from './testing/demo-backend.ts';
import type { BackendClient } from './testing/demo-backend.ts';
import { readOperations } from './testing/operations.ts';
import { staffRequests } from './testing/staff-requests.ts';
import { toId, REASON, getStaff } from './testing/staff.ts';

const HUB = 'hubs/0012604417+4021000117/settings';
/** A right body for each call of customers that takes one. */
const BODIES: Readonly<Record<string, { readonly path: string; readonly body: object }>> = {
  'POST user/getTokens': { path: 'user/getTokens', body: { refreshToken: 'a' } },
  'PUT account/general': { path: 'account/general', body: { firstname: 'Ada', lastname: 'Lovelace' } },
  'PUT account/country': { path: 'account/country', body: { country: 'de' } },
  'PUT account/email': { path: 'account/email', body: { newEmail: 'a@example.com', currentPassword: 'account-1' } },
  'PUT account/password': {
    path: 'account/password',
    body: { currentPassword: 'account-1', newPassword: 'account-2' },
  },
  'PUT account/notifications': { path: 'account/notifications', body: { consent: true } },
  'POST account/destroy': { path: 'account/destroy', body: { password: 'account-1' } },
  'POST account/developer': { path: 'account/developer', body: { url: `${PORTAL}/terms.pdf` } },
  'PUT hubs/{serial}+{partNumber}/settings': { path: HUB, body: { sharingMode: 'off' } },
};
const MANY = 'x'.repeat(900_000);

/**
 * Each way to make one node of a body wrong: a list for an object, another key, a long text, an object that is no text
 * and no number.
 */
function wrongOnes(value: unknown): readonly unknown[] {
  if (typeof value !== 'object' || value === null)
    return [{ toString: 'x' }, [value], ...(typeof value === 'string' ? [MANY, ` ${MANY}`] : [])];
  const inner = Object.entries(value).flatMap(([key, part]) =>
    wrongOnes(part).map((wrong) => ({ ...value, [key]: wrong })),
  );
  return [[], [value], { ...value, Type: 'APP' }, ...inner];
}

/** Tests that are generated from the API's description: each call with bodies of which one part is wrong. */
export function testBodies(client: () => BackendClient): void {
  const staff = getStaff(client);

  test('a body with one wrong part is refused by every call, and changes nothing [T457]', async () => {
    const everyone = await staff.newStaff(...STAFF_ROLES);
    const token = await client().token(everyone.email);
    const requests = staffRequests(client);
    const taking = (await readOperations(client())).filter(({ takesJson }) => takesJson);
    const known = taking.filter(({ call }) => call in BODIES || call in requests);
    expect(known).toEqual(taking);
    for (const { call, method } of taking) {
      const { path, body } = BODIES[call] ?? (await requests[call]?.(token)) ?? { path: '', body: {} };
      for (const wrong of wrongOnes(body)) {
        const { status } = await client().call(path, token, { method, body: wrong });
        expect([call, JSON.stringify(wrong).slice(0, 200), status]).toEqual([call, expect.any(String), 400]);
      }
    }
    // Another admin would be one too many for the tests of the last one.
    const take = { role: 'admin', change: 'remove', reason: REASON };
    expect((await staff.post('admin', `people/${toId(everyone)}/roles`, take)).status).toBe(200);
  });
}

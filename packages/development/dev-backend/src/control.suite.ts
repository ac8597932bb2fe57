import { afterEach, describe, expect, test } from '@jest/globals';
import { PORTAL } from './testing/demo-backend.ts';
import type { BackendClient } from './testing/demo-backend.ts';

/** Tests of what only tests call: people made for one test, and faults on demand. */
export function testControl(client: () => BackendClient): void {
  const order = async (fault: Readonly<Record<string, unknown>>) => {
    const { status, body } = await client().control('POST', 'faults', fault);
    if (status !== 201) throw new Error(JSON.stringify(body));
  };
  /** A call as the browser makes it, read as text. */
  const send = async (path: string, token: string, init: Pick<RequestInit, 'method' | 'signal'> = {}) => {
    const headers = { authorization: `Bearer ${token}`, origin: PORTAL };
    const response = await fetch(`${client().url}/api/${path}`, { ...init, headers });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };

  describe('a person made for a test', () => {
    test('is like the copied demo person, with separate hubs and what the test describes', async () => {
      const [owner, guest] = [
        await client().newPerson({ copyOf: 'owner', account: { firstName: 'Zoë', lastName: null, lastSeen: null } }),
        await client().newPerson({ copyOf: 'guest' }),
      ];
      const token = (await client().signIn(owner.email)).accessToken;
      const { firstname, lastname, lastSeen } = await client().account(token);
      expect({ firstname, lastname, lastSeen }).toEqual({ firstname: 'Zoë', lastname: null, lastSeen: null });
      const hubs = await client().hubs(token);
      expect(hubs.map(({ serial }) => serial).toSorted()).toEqual(owner.hubs.map(({ serial }) => serial).toSorted());
      expect(guest.companions['owner']).toMatch(/@example\.com$/);
      expect(new Set([...owner.hubs, ...guest.hubs].map(({ serial }) => serial)).size).toBe(8);
    });

    test.each([
      [{}, '"prefix"'],
      [{ prefix: 'A b' }, 'small letters'],
      [{ prefix: 'x', copyOf: 'nobody' }, 'must be one of owner, guest'],
      [{ prefix: 'x', hubs: 501 }, '"hubs"'],
      [{ prefix: 'x', hubs: [{ owner: 'nobody@example.com' }] }, 'No identity has the address "nobody@example.com".'],
      [{ prefix: 'x', hubs: [{ guests: ['unlinked@example.com'] }] }, 'has no account'],
      [{ prefix: 'x', hubs: [{ serial: '0012604417' }] }, 'There is a hub 0012604417+4021000117 already.'],
      [{ prefix: 'x', hubs: [{ serial: '1' }, { serial: '1' }] }, 'the same serial'],
      [{ prefix: 'x', copyOf: 'unlinked', hubs: 1 }, 'A person without an account cannot have hubs.'],
      [{ prefix: 'x', colour: 'red' }, '"colour"'],
      ['{', 'JSON'],
    ])('is refused when the request is %j', async (request, message) => {
      const answer = await client().control('POST', 'people', request);
      expect(answer).toMatchObject({ status: 400, body: { errors: [{ error: expect.stringContaining(message) }] } });
    });

    test.each(['behaviour', 'sign-out-everywhere'])('must exist for %s', async (action) => {
      expect((await client().control('POST', `people/nobody@example.com/${action}`, {})).status).toBe(404);
    });

    test('who is signed out everywhere gets a 401 with every token, and the login form, while others do not', async () => {
      const [person, other] = [await client().newPerson({}), await client().newPerson({})];
      const { accessToken, refreshToken, visitor } = await client().signIn(person.email);
      const others = await client().signIn(other.email);
      expect((await client().control('POST', `people/${person.email}/sign-out-everywhere`)).status).toBe(200);
      expect((await client().call('account/', accessToken)).status).toBe(401);
      expect((await client().refresh(refreshToken)).status).toBe(401);
      expect((await visitor.goTo(client().signInAddress())).text).toContain('Password');
      expect((await client().refresh(others.refreshToken)).status).toBe(200);
    });
  });

  describe('a fault', () => {
    afterEach(async () => {
      await client().control('DELETE', 'faults');
    });

    test('answers with a status, readable by the portal, for the given number of calls, then the next fault', async () => {
      const accessToken = await client().token('owner');
      await order({ call: 'GET hubs', status: 503, times: 1 });
      await order({ call: 'GET /hubs?x=y', status: 504, times: 1 });
      const { status, headers, text } = await send('hubs', 'made-up');
      expect({ status, text }).toEqual({ status: 503, text: '{"errors":[{"error":"INJECTED_FAULT"}]}' });
      expect(headers.get('access-control-allow-origin')).toBe(PORTAL);
      expect((await send('hubs', accessToken)).status).toBe(504);
      expect((await send('hubs', accessToken)).status).toBe(200);
    });

    test.each([
      ['PUT hubs/{serial}+{partNumber}/settings', true],
      ['PUT hubs/*/settings', true],
      ['PUT hubs/0093817252+4021000342/settings', true],
      ['PUT hubs/0093817252+4021000999/settings', false],
      ['PUT hubs/*', false],
      ['DELETE hubs/*/settings', false],
    ])('requested for "%s" meets a change of sharing: %s', async (call, isMet) => {
      const accessToken = await client().token('many');
      await order({ call, status: 500 });
      const path = 'hubs/0093817252+4021000342/settings';
      const { status } = await client().call(path, accessToken, { method: 'PUT', body: { sharingMode: 'off' } });
      expect(status).toBe(isMet ? 500 : 403);
    });

    test('for one person does not affect anybody else', async () => {
      const [person, other] = [await client().newPerson({}), await client().newPerson({})];
      const [unlucky, lucky] = [await client().signIn(person.email), await client().signIn(other.email)];
      await order({ call: 'GET hubs', status: 500, email: person.email });
      await order({ call: 'POST user/getTokens', status: 503, times: 1, email: person.email });
      expect((await send('hubs', lucky.accessToken)).status).toBe(200);
      expect((await send('hubs', unlucky.accessToken)).status).toBe(500);
      expect((await client().refresh(lucky.refreshToken)).status).toBe(200);
      expect((await client().refresh('')).status).toBe(400);
      expect((await client().refresh('a\0')).status).toBe(401);
      expect((await client().refresh(unlucky.refreshToken)).status).toBe(503);
      expect((await client().control('DELETE', `faults?email=${other.email}`)).body).toEqual({ cleared: 0 });
      expect((await client().control('DELETE', `faults?email=${person.email}`)).body).toEqual({ cleared: 2 });
    });

    test('drops the connection, before the work is done or after it', async () => {
      const { email, hubs } = await client().newPerson({ hubs: 1 });
      const { accessToken } = await client().signIn(email);
      const path = `hubs/${hubs[0]?.serial}+${hubs[0]?.partNumber}/authorization`;
      await order({ call: 'DELETE hubs/*/authorization', drop: true, times: 1, email });
      await order({ call: 'DELETE hubs/*/authorization', drop: true, carryOut: true, times: 1, email });
      await expect(send(path, accessToken, { method: 'DELETE' })).rejects.toThrow('fetch failed');
      expect((await send('hubs', accessToken)).text).toContain(hubs[0]?.serial);
      await expect(send(path, accessToken, { method: 'DELETE' })).rejects.toThrow('fetch failed');
      expect((await send('hubs', accessToken)).text).toBe('{"data":[]}');
    });

    test.each<readonly [unknown, RegExp]>([
      ['extra-fields', /"unexpected":\{"nested".*"__proto__":\{"isAdmin":true/],
      ['html', /^<!doctype html>/],
      [{ text: '{}' }, /^\{\}$/],
      [{ text: '<p>', contentType: 'text/html' }, /^<p>$/],
    ])('answers with a malformed body: %j', async (body, expected) => {
      await order({ call: 'GET hubs', body, times: 1 });
      const { status, text } = await send('hubs', await client().token('guest'));
      expect([status, text]).toEqual([200, expect.stringMatching(expected)]);
    });

    test.each([
      [{}, '"call"'],
      [{ call: 'PATCH hubs', status: 500 }, 'must be a method and a path'],
      [{ call: 'GET hubs' }, 'at least one of status, body and drop'],
      [{ call: 'GET hubs', status: 99 }, '"status"'],
      [{ call: 'GET hubs', status: 500, drop: true }, 'cannot both drop'],
      [{ call: 'GET hubs', drop: false }, '"drop": must be true'],
      [{ call: 'GET hubs', body: 'weird' }, 'must be one of html, extra-fields'],
      [{ call: 'GET hubs', status: 500, times: 0 }, '"times"'],
      [{ call: 'GET hubs', status: 500, email: 'nobody@example.com' }, 'No identity has the address'],
    ])('is refused when the request is %j', async (fault, message) => {
      const answer = await client().control('POST', 'faults', fault);
      expect(answer).toMatchObject({ status: 400, body: { errors: [{ error: expect.stringContaining(message) }] } });
    });

    test.each([
      ['another site', { origin: 'https://elsewhere.example' }, 403],
      ['the portal', { origin: PORTAL }, 403],
      ['a page of another site that hides its origin', { 'sec-fetch-site': 'cross-site' }, 403],
      ['a form', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
    ])('is refused to %s', async (_case, headers, status) => {
      const answer = await client().control('POST', 'faults', { call: 'GET hubs', status: 500 }, headers);
      expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([status, null]);
      expect((await client().control('DELETE', 'faults')).body).toEqual({ cleared: 0 });
    });
  });
}

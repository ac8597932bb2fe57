import { afterEach, describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { PORTAL } from './testing/demo-backend.ts';
import type { BackendClient } from './testing/demo-backend.ts';

const ListSchema = v.object({ malformed: v.array(v.string()), faults: v.array(v.looseObject({ used: v.number() })) });

/** Tests of faults on demand, for each kind of database. */
export function testFaults(client: () => BackendClient): void {
  async function order(fault: Readonly<Record<string, unknown>>): Promise<void> {
    const { status, body } = await client().control('POST', 'faults', fault);
    if (status !== 201) throw new Error(JSON.stringify(body));
  }
  /** A call as the browser makes it, read as text. */
  async function send(path: string, token: string, init: Pick<RequestInit, 'method' | 'signal'> = {}) {
    const headers = { authorization: `Bearer ${token}`, origin: PORTAL };
    const response = await fetch(`${client().url}/api/${path}`, { ...init, headers });
    return { status: response.status, headers: response.headers, text: await response.text() };
  }
  const used = async () =>
    v.parse(ListSchema, (await client().control('GET', 'faults')).body).faults.map((fault) => fault.used);

  describe('a fault', () => {
    afterEach(async () => {
      await client().control('DELETE', 'faults');
    });

    test('answers with a status, readable by the portal, for the given number of calls', async () => {
      const accessToken = await client().token('owner');
      await order({ call: 'GET hubs', status: 503, times: 2 });
      for (let count = 0; count < 2; count += 1) {
        const { status, headers, text } = await send('hubs', accessToken);
        expect({ status, text }).toEqual({ status: 503, text: '{"errors":[{"error":"INJECTED_FAULT"}]}' });
        expect(headers.get('access-control-allow-origin')).toBe(PORTAL);
      }
      expect((await send('hubs', accessToken)).status).toBe(200);
      expect(await used()).toEqual([2]);
    });

    test('applies before the check of the token, and after the faults requested earlier', async () => {
      await order({ call: 'GET account/', status: 502, times: 1 });
      await order({ call: 'GET /account?x=y', status: 504, times: 1 });
      expect((await client().call('account/')).status).toBe(502);
      expect((await client().call('account/')).status).toBe(504);
      expect((await client().call('account/')).status).toBe(401);
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
      expect((await client().refresh(unlucky.refreshToken)).status).toBe(503);
      expect((await client().refresh(unlucky.refreshToken)).status).toBe(200);
      expect((await client().control('DELETE', `faults?email=${other.email}`)).body).toEqual({ cleared: 0 });
      expect((await client().control('DELETE', `faults?email=${person.email}`)).body).toEqual({ cleared: 2 });
      expect((await send('hubs', unlucky.accessToken)).status).toBe(200);
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

    test('delays an otherwise correct answer; a client that disconnects meanwhile does no harm', async () => {
      const accessToken = await client().token('empty');
      await order({ call: 'GET hubs', delayMs: 50, times: 1 });
      expect((await send('hubs', accessToken)).text).toBe('{"data":[]}');
      await order({ call: 'GET hubs', delayMs: 60_000, times: 1 });
      const leaving = new AbortController();
      const leaveOnceItIsThere = async () => {
        while ((await used())[1] !== 1); // the call is there, and meets the delay
        leaving.abort();
      };
      const call = Promise.all([send('hubs', accessToken, { signal: leaving.signal }), leaveOnceItIsThere()]);
      await expect(call).rejects.toThrow('aborted');
      expect((await send('hubs', accessToken)).text).toBe('{"data":[]}');
    });

    test('answers with a text of any kind', async () => {
      const accessToken = await client().token('empty');
      await order({ call: 'GET hubs', body: { text: '<p>', contentType: 'text/html' }, status: 418, times: 1 });
      const { status, headers, text } = await send('hubs', accessToken);
      expect({ status, text, type: headers.get('content-type') }).toEqual({
        status: 418,
        text: '<p>',
        type: 'text/html',
      });
    });

    test('answers with a bare 304', async () => {
      const accessToken = await client().token('empty');
      await order({ call: 'GET account/', status: 304, body: 'empty', times: 1 });
      expect(await send('account/', accessToken)).toMatchObject({ status: 304, text: '' });
    });

    test.each([
      ['empty', ''],
      ['cut', '{"data'],
      ['not-json', 'This is no JSON.'],
      ['null', 'null'],
      ['array', '[{"data":[]}]'],
      ['wrong-types', '{"data":[]}'],
      ['extra-fields', '{"data":[],"unexpected":{"nested":["<b>field</b>",null,1e+308]}}'],
      ['proto', '{"data":[],"__proto__":{"isAdmin":true,"data":{"roles":["developer"]},"toString":"poisoned"}}'],
      ['html', /^<!doctype html>/],
      ['huge', `"${'x'.repeat(8_000_000)}"`],
      ['wrong-charset', /^{\0"\0d\0/],
      ['no-content', ''],
    ])('answers with a malformed body: %s', async (body, expected) => {
      const accessToken = await client().token('empty');
      const { malformed } = v.parse(ListSchema, (await client().control('GET', 'faults')).body);
      expect(malformed).toHaveLength(12);
      expect(malformed).toContain(body);
      await order({ call: 'GET hubs', body, times: 1 });
      const { status, text } = await send('hubs', accessToken);
      expect(status).toBe(body === 'no-content' ? 204 : 200);
      const isExpected = typeof expected === 'string' ? text === expected : expected.test(text);
      // Not the huge text itself, which would fill the screen.
      expect(isExpected || text.slice(0, 1000)).toBe(true);
    });

    test('with wrong types changes the type of every field of every hub', async () => {
      const { email } = await client().newPerson({ hubs: 1 });
      const { accessToken } = await client().signIn(email);
      await order({ call: 'GET hubs', body: 'wrong-types', email });
      const number = expect.any(Number);
      expect(JSON.parse((await send('hubs', accessToken)).text)).toEqual({
        data: [
          {
            serial: number,
            partNumber: number,
            activationTime: number,
            sharingMode: number,
            type: number,
            role: number,
          },
        ],
      });
    });
  });
}

import { describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { PORTAL } from './testing/demo-backend.ts';
import type { BackendClient } from './testing/demo-backend.ts';

/** Tests of requests for faults, for each kind of database. */
export function testFaultRequests(client: () => BackendClient): void {
  describe('the request for a fault', () => {
    test.each([
      [{}, '"call"'],
      [{ call: 'PATCH hubs', status: 500 }, 'must be a method and a path'],
      [{ call: 'GET hubs' }, 'at least one of status, delayMs, body and drop'],
      [{ call: 'GET hubs', status: 99 }, '"status"'],
      [{ call: 'GET hubs', status: 500, drop: true }, 'cannot both drop'],
      [{ call: 'GET hubs', drop: false }, '"drop": must be true'],
      [{ call: 'GET hubs', body: 'weird' }, 'must be one of empty, cut, not-json'],
      [{ call: 'GET hubs', delayMs: 600_000 }, '"delayMs"'],
      [{ call: 'GET hubs', status: 500, times: 0 }, '"times"'],
      [{ call: 'GET hubs', status: 500, email: 'nobody@example.com' }, 'No identity has the address'],
      [{ call: 'GET hubs', status: 500, colour: 'red' }, '"colour"'],
      ['{', 'JSON'],
    ])('%j is refused, with the reason', async (fault, message) => {
      const answer = await client().control('POST', 'faults', fault);
      expect(answer).toMatchObject({ status: 400, body: { errors: [{ error: expect.stringContaining(message) }] } });
    });

    test.each([
      ['another site', { origin: 'https://elsewhere.example' }],
      ['the portal', { origin: PORTAL }],
      ['a page of another site that hides its origin', { 'sec-fetch-site': 'cross-site' }],
    ])('is refused to %s', async (_case, headers) => {
      const fault = { call: 'GET hubs', status: 500 };
      const answer = await client().control('POST', 'faults', fault, headers);
      expect(answer.status).toBe(403);
      expect(answer.headers.get('access-control-allow-origin')).toBeNull();
      expect((await client().control('DELETE', 'faults', undefined, headers)).status).toBe(403);
    });

    test.each(['text/plain', 'application/x-www-form-urlencoded'])(
      'is refused with the content type %s',
      async (type) => {
        const fault = { call: 'GET hubs', status: 500 };
        expect((await client().control('POST', 'faults', fault, { 'content-type': type })).status).toBe(415);
        expect((await client().control('GET', 'faults')).body).toMatchObject({ faults: [] });
      },
    );

    test('can be withdrawn by itself', async () => {
      const { body } = await client().control('POST', 'faults', { call: 'GET nothing', status: 500 });
      const { id } = v.parse(v.object({ id: v.string() }), body);
      expect((await client().control('DELETE', `faults/${id}`)).body).toEqual({ cleared: 1 });
      expect((await client().control('DELETE', `faults/${id}`)).status).toBe(404);
    });
  });
}

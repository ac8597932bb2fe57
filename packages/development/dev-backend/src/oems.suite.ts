import { describe, expect, test } from '@jest/globals';
import { OemResponseSchema, OemsResponseSchema } from '@portal/staff-api/wire';
import * as v from 'valibot';
import { refusal } from './testing/demo-backend.ts';
import type { BackendClient, TestResponse } from './testing/demo-backend.ts';

const getStatuses = (answers: readonly TestResponse[]) => answers.map(({ status }) => status).toSorted((a, b) => a - b);

/** Tests of the OEMs, for each kind of database. */
export function testOems(client: () => BackendClient): void {
  const call = async (method: string, path = '', name?: string, who = 'admin') =>
    client().call(`staff/oems${path}`, await client().token(who), {
      method,
      body: name === undefined ? undefined : { name },
    });
  const oems = async () => v.parse(OemsResponseSchema, (await call('GET', '', undefined, 'content')).body).data;
  const add = async (name: string) => v.parse(OemResponseSchema, (await call('POST', '', name)).body).data;

  describe('OEMs', () => {
    test('are at first eight, by name, with 0 to 40 app IDs', async () => {
      const found = await oems();
      expect(found.map(({ name }) => name)).toEqual([
        'Alderwheel',
        'Bergluft Räder',
        'Cyclade',
        'Dijkmeester',
        'Fjordhjul',
        'Kettenwerk',
        'Lumivélo',
        'Tandem & Sons',
      ]);
      expect(found.map(({ appIds }) => appIds)).toEqual([12, 40, 3, 7, 1, 18, 0, 2]);
    });

    test('can be added, renamed and removed [T137]', async () => {
      const added = await add('  Zephyr ');
      expect(added).toMatchObject({ name: 'Zephyr', appIds: 0 });
      expect((await oems()).at(-1)).toEqual(added);
      // Its own name in other letters is no other OEM's.
      expect(await call('PUT', `/${added.id}`, 'ZEPHYR')).toMatchObject({
        status: 200,
        body: { data: { ...added, name: 'ZEPHYR' } },
      });
      expect(await call('DELETE', `/${added.id}`)).toMatchObject({ status: 200, body: { data: { appIds: 0 } } });
      expect((await oems()).map(({ id }) => id)).not.toContain(added.id);
    });

    test('keep their app IDs with a new name, and tell how many of them lose their OEM', async () => {
      const renamed = await call('PUT', '/oem-tandem-and-sons', 'Tandem & Daughters');
      expect(renamed.body).toEqual({ data: { id: 'oem-tandem-and-sons', name: 'Tandem & Daughters', appIds: 2 } });
      expect(await call('DELETE', '/oem-tandem-and-sons')).toMatchObject({
        status: 200,
        body: { data: { appIds: 2 } },
      });
    });

    test('have names of their own, in capitals or not, also when two people add one at the same time', async () => {
      const taken = refusal(409, 'OEM_EXISTS');
      expect(await call('POST', '', 'cyclade')).toMatchObject(taken);
      expect(await call('PUT', '/oem-fjordhjul', 'CYCLADE')).toMatchObject(taken);
      const both = await Promise.all([call('POST', '', 'Mistral'), call('POST', '', 'mistral')]);
      expect(getStatuses(both)).toEqual([200, 409]);
    });

    test.each([
      ['PUT', '/oem-nobody', 'Nobody', 404, 'OEM_NOT_FOUND'],
      ['DELETE', '/oem-nobody', undefined, 404, 'OEM_NOT_FOUND'],
      ['DELETE', '/%00', undefined, 400, 'must be an id'],
      ['POST', '', ' ', 400, 'must not be empty'],
      ['POST', '', 'a\u0000b', 400, 'without NUL'],
      ['POST', '', 'a\nb', 400, 'must be one line'],
      ['POST', '', 'x'.repeat(81), 400, 'at most 80 characters'],
    ])('answer %s %s %j with %i', async (method, path, name, status, error) => {
      expect(await call(method, path, name)).toMatchObject({
        status,
        body: { errors: [{ error: expect.stringContaining(error) }] },
      });
    });
  });
}

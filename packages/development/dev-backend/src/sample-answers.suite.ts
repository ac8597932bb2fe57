import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import type { BackendClient } from './testing/demo-backend.ts';

/** Tests of calls that a remote alone makes, and whose answers lie beside it. */
export function testSampleAnswers(client: () => BackendClient): void {
  describe("a remote's own call", () => {
    async function write(answers: object): Promise<void> {
      const folder = join(client().stateFolder, 'mfe-bike-pass/src/calls');
      await mkdir(folder, { recursive: true });
      await writeFile(join(folder, 'sample-answers.json'), JSON.stringify(answers));
    }
    afterEach(() => write({}));

    test('gets its sample answer, as the file is now, and only with a token', async () => {
      const token = await client().token('owner');
      expect(await client().call('passes', token)).toMatchObject({ status: 404 });
      const body = { data: [{ name: 'Blue bike' }] };
      await write({ 'GET passes': { body }, 'PUT passes/{id}': { status: 202, body: {} } });
      expect(await client().call('passes?lang=de', token)).toMatchObject({ status: 200, body });
      const put = { method: 'PUT', body: { name: 'Red bike' } };
      expect(await client().call('passes/7', token, put)).toMatchObject({ status: 202 });
      expect(await client().call('passes/7', token)).toMatchObject({ status: 404 });
      expect(await client().call('passes')).toMatchObject({ status: 401 });
    });

    test('takes nothing from a call that the API has', async () => {
      await write({ 'GET hubs': { body: { data: [] } } });
      expect(await client().hubs(await client().token('guest'))).toHaveLength(2);
    });
  });
}

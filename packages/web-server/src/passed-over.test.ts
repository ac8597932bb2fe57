import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { SamplePortal } from './testing/sample-portal.ts';

let portal: SamplePortal;

beforeEach(async () => {
  portal = await SamplePortal.make();
  for (const build of ['shell', 'mfe-hubs'] as const) await portal.publish(build);
  await portal.publish('mfe-hubs', { version: '1.1.0', contents: { 'main.js': 'export const newer = true;' } });
});
afterEach(() => portal.remove());

test('a release that was served and then cut is left for the next one, which has a higher number than its open tabs', async () => {
  await portal.release();
  await portal.release({ hubs: '1.1.0' });
  const { url } = await portal.start();
  const served = async (): Promise<unknown> => (await fetch(`${url}/release.json`)).json();
  expect(await served()).toMatchObject({ number: 2 });
  await writeFile(join(portal.folder, 'store/releases/000002.json'), '{');
  await portal.release({ hubs: '1.0.0' });
  portal.time += 1000;
  expect(await served()).toMatchObject({ number: 3 });
});

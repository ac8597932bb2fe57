import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { SamplePortal } from './testing/sample-portal.ts';

let portal: SamplePortal;
beforeEach(() => {
  portal = new SamplePortal();
});
afterEach(() => portal.remove());

const licences = (...names: string[]) =>
  JSON.stringify(names.map((name) => ({ name, version: '1.0.0', licence: 'MIT', text: `You may use ${name}.` })));

async function getLicences() {
  const { url } = await portal.start();
  return await fetch(`${url}/licences.txt`);
}

test('customers can read the licences of the packages in all live parts, each once', async () => {
  await portal.publish('shell', { contents: { 'licences.json': licences('router', 'checks') } });
  await portal.publish('mfe-hubs', { contents: { 'licences.json': licences('checks', 'charts') } });
  await portal.release();
  const answer = await getLicences();
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
  const text = await answer.text();
  expect(text.match(/^\w+ 1\.0\.0 \(MIT\)$/gm)).toEqual([
    'charts 1.0.0 (MIT)',
    'checks 1.0.0 (MIT)',
    'router 1.0.0 (MIT)',
  ]);
  expect(text).toContain('You may use charts.');
});

test('versions from before there were licences are left out', async () => {
  await portal.publish('shell', { contents: { 'licences.json': licences('router') } });
  await portal.publish('mfe-hubs');
  await portal.release();
  expect(await (await getLicences()).text()).toContain('You may use router.');
});

test('without a release there are none yet', async () => {
  expect((await getLicences()).status).toBe(503);
});

import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readChecks } from '@portal/release/checks';
import { ANNA, BEN, SampleService } from './testing.ts';

let service: SampleService;
beforeAll(async () => {
  service = await SampleService.start();
  await service.sample.publish('mfe-hubs', '1.1.0');
  const issuer = service.people.url;
  await service.configure({
    rules: [
      { who: { issuer, email: 'anna@example.com' }, may: ['check'], parts: ['mfe-hubs'] },
      { who: { issuer, email: 'ben@example.com' }, may: ['promote'], parts: '*' },
    ],
  });
});
afterAll(() => service.stop());

const findings = (version: string) => ({
  versions: { 'mfe-hubs': version },
  release: 1,
  views: [{ shell: '1.0.0', remotes: { 'mfe-hubs': version }, canaries: [] }],
  pages: [{ part: 'mfe-hubs', path: '/hubs', opened: 3, faults: [] }],
  notOpened: [],
});

test('what a check found is recorded under the proved name, by whoever may check the part', async () => {
  const anna = await service.signIn(ANNA);
  const body = { findings: findings('1.1.0'), actsFor: 'the hubs team' };
  expect(await anna.send('POST', '/checks', { body })).toMatchObject({ status: 200 });
  expect(await readChecks(service.sample.store, 'mfe-hubs', '1.1.0')).toMatchObject([
    { by: 'anna@example.com for the hubs team', pages: [{ path: '/hubs' }] },
  ]);
  const unknown = await anna.send('POST', '/checks', { body: { findings: findings('9.9.9') } });
  expect(unknown).toMatchObject({ status: 422, body: { refusals: [{ rule: 'not-published' }] } });
  const ben = await service.signIn(BEN);
  const denied = await ben.send('POST', '/checks', { body: { findings: findings('1.1.0') } });
  expect(denied).toMatchObject({ status: 403, body: { refusals: [{ rule: 'not-allowed' }] } });
});

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ANNA, SampleService } from './testing.ts';

let service: SampleService;
beforeAll(async () => {
  service = await SampleService.start();
});
afterAll(() => service.stop());

describe('a person who may', () => {
  test('promotes a version, and the history has the proved name', async () => {
    await service.sample.publish('mfe-hubs', '1.1.0');
    const anna = await service.signIn(ANNA);
    const body = {
      reason: 'faster',
      actsFor: 'the hubs team',
      change: { action: 'promote', versions: { 'mfe-hubs': '1.1.0' } },
    };
    expect(await anna.send('POST', '/requests', { body })).toMatchObject({
      status: 200,
      body: { outcome: 'released', release: { number: 2, createdBy: 'anna@example.com for the hubs team' } },
    });
  });
});

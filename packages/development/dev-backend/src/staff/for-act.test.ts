import { expect, test } from '@jest/globals';
import Fastify from 'fastify';
import { forAct, requireAct } from './for-act.ts';

test('a route for staff must name its act', async () => {
  const app = Fastify().addHook('onRoute', requireAct);
  app.get('/staff/one', forAct('read an account', { summary: 'An account' }), () => '');
  expect(() => app.get('/staff/two', () => '')).toThrow('GET /staff/two');
  await app.close();
});

import { expect, test } from '@jest/globals';
import Fastify from 'fastify';
import { requires, requirePermission } from './requires.ts';

test('a route for staff must name its permission', async () => {
  const app = Fastify().addHook('onRoute', requirePermission);
  app.get('/staff/one', requires('read an account', { summary: 'An account' }), () => '');
  expect(() => app.get('/staff/two', () => '')).toThrow('GET /staff/two');
  await app.close();
});

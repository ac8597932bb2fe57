import { expect, test } from '@jest/globals';
import Fastify from 'fastify';
import { answerFailure } from './refusal.ts';

test('a failed call is logged without its query, and that of a link without its token [T443]', async () => {
  const lines: string[] = [];
  const app = Fastify();
  app.setErrorHandler(answerFailure({ log: (line) => lines.push(line) }));
  for (const path of ['/hubs', '/links/:token']) app.get(path, () => Promise.reject(new Error('broken')));
  await app.inject('/hubs?by=secret');
  await app.inject('/links/secret');
  expect(lines.map((line) => line.split('\n')[0])).toEqual([
    'GET /hubs failed: Error: broken',
    'GET /links/:token failed: Error: broken',
  ]);
  await app.close();
});

test('a full disk is one line in the log, without the values of the query, and a failed call for the page [T451]', async () => {
  const lines: string[] = [];
  const app = Fastify();
  app.setErrorHandler(answerFailure({ log: (line) => lines.push(line) }));
  const cause = Object.assign(new Error('could not extend file: No space left on device'), { code: '53100' });
  app.get('/hubs', () => Promise.reject(new Error('Failed query: insert into "mails"\nparams: secret', { cause })));
  const answer = await app.inject('/hubs');
  expect({ status: answer.statusCode, body: answer.json<unknown>() }).toEqual({
    status: 500,
    body: { errors: [{ error: 'INTERNAL_ERROR' }] },
  });
  expect(lines).toEqual([
    'GET /hubs failed: No space is left on the disk (Failed query: insert into "mails"). Free some, then try again.',
  ]);
  await app.close();
});

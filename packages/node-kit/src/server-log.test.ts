import { expect, test } from '@jest/globals';
import { duringRequest, outsideRequests } from './observe-requests.ts';
import type { LogLevel } from './server-log.ts';
import { createServerLog } from './server-log.ts';

const NOW = Date.parse('2027-01-02T03:04:05.006Z');

function jsonLog() {
  const lines: string[] = [];
  const log = createServerLog({
    server: 'a-server',
    format: 'json',
    now: () => NOW,
    write: (line) => lines.push(line),
  });
  return { log, lines, parsed: () => lines.map((line): unknown => JSON.parse(line)) };
}

function textLog() {
  const lines: [LogLevel, string][] = [];
  const log = createServerLog({
    server: 'a-server',
    format: 'text',
    write: (line, level) => lines.push([level, line]),
  });
  return { log, lines };
}

test('a line of JSON has time, level, server and message, and is one line [T432]', () => {
  const { log, lines, parsed } = jsonLog();
  log.info('It\nbegins', { release: 3, nothing: undefined });
  expect(lines[0]).not.toContain('\n');
  expect(parsed()).toEqual([
    { level: 'info', time: '2027-01-02T03:04:05.006Z', server: 'a-server', message: 'It\nbegins', release: 3 },
  ]);
});

test('an error has name, message, code, stack and all of its causes, and no other field', () => {
  const { log, parsed } = jsonLog();
  const first = Object.assign(new TypeError('the first'), { code: 'ENOENT', request: { cookie: 'secret' } });
  log.error('A page failed', new Error('the last', { cause: new Error('between', { cause: first }) }), { path: '/a' });
  expect(parsed()).toEqual([
    expect.objectContaining({
      level: 'error',
      message: 'A page failed',
      path: '/a',
      error: {
        name: 'Error',
        message: 'the last',
        stack: expect.stringContaining('server-log.test.ts'),
        cause: {
          name: 'Error',
          message: 'between',
          stack: expect.any(String),
          cause: { name: 'TypeError', message: 'the first', code: 'ENOENT', stack: expect.any(String) },
        },
      },
    }),
  ]);
});

test('an error that is its own cause, and one that is no error, are written', () => {
  const { log, parsed } = jsonLog();
  const circle = new Error('a circle');
  circle.cause = circle;
  log.error('First', circle);
  log.error('Second', 'a text');
  expect(parsed()).toMatchObject([
    { error: { cause: { message: 'a circle' } } },
    { error: { name: 'string', message: 'a text' } },
  ]);
});

test('lines of a request have its id, and those of other work have none [T433]', () => {
  const { log, parsed } = jsonLog();
  duringRequest({ requestId: 'one', kind: 'page' }, () => {
    log.info('of the request');
    outsideRequests(() => log.info('of nobody'));
  });
  expect(parsed()).toEqual([
    expect.objectContaining({ message: 'of the request', requestId: 'one' }),
    expect.not.objectContaining({ requestId: expect.anything() }),
  ]);
});

test('a problem is written once while it lasts, and again when it comes back', () => {
  const { log, lines } = textLog();
  const [away, full] = [new Error('The store is away.'), new Error('The disk is full.')];
  log.solved('store', 'The store works again.');
  log.problem('store', away);
  log.problem('store', away);
  log.problem('disk', full);
  log.solved('store', 'The store works again.');
  log.solved('store', 'The store works again.');
  log.problem('store', away);
  expect(lines).toEqual([
    ['warn', 'The store is away.'],
    ['warn', 'The disk is full.'],
    ['info', 'The store works again.'],
    ['warn', 'The store is away.'],
  ]);
});

test('a problem whose text changes all the time hides no other that comes later', () => {
  const { log, lines } = textLog();
  for (let number = 0; number < 1000; number += 1) log.problem('store', `Attempt ${String(number)} failed.`);
  log.problem('store', 'The log is forged.');
  log.problem('store', 'The log is forged.');
  expect(lines.filter(([, line]) => line === 'The log is forged.')).toHaveLength(1);
});

test('a problem that is reported again and again is not forgotten for a thousand others', () => {
  const { log, lines } = textLog();
  for (let number = 0; number < 1000; number += 1) {
    log.problem('store', 'The store is away.');
    log.problem(`file ${String(number)}`, `File ${String(number)} is damaged.`);
  }
  log.problem('store', 'The store is away.');
  log.solved('store', 'The store works again.');
  expect(lines.filter(([, line]) => line?.startsWith('The store'))).toEqual([
    ['warn', 'The store is away.'],
    ['info', 'The store works again.'],
  ]);
});

test('texts of a megabyte make neither long lines nor broken ones', () => {
  const { log, lines, parsed } = jsonLog();
  const text = 'a%40'.repeat(250_000);
  log.info(text, { why: text, parts: [{ name: text }] });
  log.problem('store', new Error(text));
  log.error(text, new Error(text, { cause: new AggregateError([new Error(text)], text) }));
  expect(parsed()).toHaveLength(3);
  for (const line of lines) expect(line.length).toBeLessThan(50_000);
});

test('a terminal gets the message alone, and the stack of what nobody expected', () => {
  const { log, lines } = textLog();
  log.info('Portal: http://localhost:4000 (release 3)');
  log.info('request', { method: 'GET', path: '/', status: 200 });
  log.error('page failed', new Error('a bug'), { path: '/a' });
  expect(lines).toEqual([
    ['info', 'Portal: http://localhost:4000 (release 3)'],
    ['info', 'request method=GET path=/ status=200'],
    ['error', expect.stringMatching(/^page failed path=\/a: Error: a bug\n {4}at /)],
  ]);
});

test.each([
  ['an address of mail', 'anna@example.com', 'no account for anna@example.com.'],
  ['an address of mail in an address', 'anna%40example.com', 'GET /people/anna%40example.com failed'],
  ['a query', 'secret', 'https://api.example.com/a?code=secret does not answer'],
  ['a token', 'eyJhbGciOiJIUzI1NiJ9', 'the token eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhIn0.abc_-1 is old'],
  ['an authorization', 'c2VjcmV0OnNlY3JldA', 'Basic c2VjcmV0OnNlY3JldA== is wrong'],
])('masks %s in messages, fields and errors', (_what, secret, text) => {
  const { log, lines, parsed } = jsonLog();
  log.info(text, { why: text });
  log.problem('a', new Error(text));
  log.error('failed', new Error(text, { cause: new Error(text) }));
  expect(lines.join()).not.toContain(secret);
  expect(parsed()).toHaveLength(3);
});

test('keeps paths of files and versions of packages in stacks', () => {
  const { log, lines } = jsonLog();
  const stack =
    'at a (file:///srv/node_modules/.pnpm/@fastify+cookie@11.1.5/node_modules/@fastify/cookie/plugin.js:1:2)';
  log.info(stack);
  expect(lines[0]).toContain(stack);
});

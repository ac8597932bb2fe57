import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { toExitCode } from '../service-api/exit-codes.ts';
import { PROBLEM_TYPE } from '../service-api/problem.ts';
import { ServiceError } from '../service-api/service-error.ts';
import { makeBuild } from '../testing.ts';
import { ServiceClient } from './service-client.ts';
import { serviceDriver } from './service-driver.ts';
import { serviceWriter } from './service-writer.ts';
import { FakeService, memoryCredentials, refusal } from './testing/fake-service.ts';

let service: FakeService;
let client: ServiceClient;
let waited: number[];
let now: number;

beforeEach(async () => {
  service = await new FakeService().start();
  waited = [];
  now = Date.now();
  client = new ServiceClient({
    service: service.url,
    credentials: memoryCredentials('the ID token'),
    wait: (milliseconds) => Promise.resolve(waited.push(milliseconds)),
    now: () => now,
  });
});
afterEach(() => service.stop());

const read = (path = '/served') => client.askFor({ method: 'GET', path, kind: 'read' }, v.unknown());
const change = () => client.askFor({ method: 'POST', path: '/requests', json: { a: 1 }, kind: 'change' }, v.unknown());
const failure = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

test('exchanges the token once for many requests, each with a proof that the service has never seen', async () => {
  await Promise.all([read(), read(), read()]);
  await read();
  expect(service.exchanged).toEqual(['the ID token']);
  expect(service.seen).toHaveLength(4);
});

test('a nonce that the service changes is taken over, and the request reaches it once', async () => {
  await read();
  service.nonce = 'another';
  await change();
  expect(service.seen.map(({ path }) => path)).toEqual(['/served', '/requests']);
  expect(service.exchanged).toHaveLength(1);
});

test('a token that ends soon is exchanged before it ends', async () => {
  await read();
  now += (service.tokenSeconds - 10) * 1000;
  await read();
  expect(service.exchanged).toHaveLength(2);
});

test('a service that was started anew and knows no token any more gets a new exchange, and the request once', async () => {
  await read();
  service.forget();
  await change();
  expect(service.exchanged).toHaveLength(2);
  expect(service.seen).toHaveLength(2);
});

test('too many requests wait for as long as the service says', async () => {
  let tries = 0;
  const busy = { kind: 'busy', title: 'Too Many Requests', status: 429, detail: 'Too many requests.' };
  service.answer = () => {
    tries += 1;
    return tries < 3
      ? { status: 429, headers: { 'retry-after': '7', 'content-type': PROBLEM_TYPE }, body: busy }
      : { body: { done: true } };
  };
  expect(await read()).toEqual({ done: true });
  expect(waited).toEqual([7000, 7000]);
  tries = -1000;
  const error = await failure(read());
  expect([error instanceof ServiceError, toExitCode(error)]).toEqual([true, 5]);
});

test('a service that says "at once" without end is given up', async () => {
  service.answer = () => {
    if (service.seen.length > 1000) throw new Error('without end');
    return { status: 429, headers: { 'retry-after': '0', 'content-type': PROBLEM_TYPE }, body: {} };
  };
  expect(await failure(read())).toBeInstanceOf(ServiceError);
  expect(service.seen.length).toBeLessThan(1000);
});

describe('says what to do', () => {
  test('when the service does not accept who asks', async () => {
    service.refuses = 'the token has expired';
    expect(await failure(read())).toMatchObject({ name: 'RefusedError', rule: 'not-signed-in' });
    service.refuses = undefined;
    expect(await read()).toEqual({});
  });

  test('when the clock of this machine is wrong', async () => {
    now += 5 * 60_000;
    service.refuses = 'the proof is not of now';
    expect(String(await failure(read()))).toContain('5 minutes ahead');
  });

  test('when a rule forbids it', async () => {
    service.answer = () => refusal(403, 'not-allowed', 'Nobody lets you.');
    expect(await failure(change())).toMatchObject({ name: 'RefusedError', rule: 'not-allowed' });
  });

  test('when the service is away: nothing was changed', async () => {
    await read();
    await service.stop();
    const error = await failure(change());
    expect(toExitCode(error)).toBe(5);
    expect(String(error)).toMatch(/ECONNREFUSED.*Nothing was changed/);
  });

  test('when the answer to a change is lost: it may have been made, and is not sent again', async () => {
    service.answer = () => undefined;
    const error = await failure(change());
    expect(toExitCode(error)).toBe(5);
    expect(String(error)).toContain('may have been made');
    expect(service.seen).toHaveLength(1);
  });

  test('when somebody else answers, such as a proxy', async () => {
    service.answer = () => ({ status: 502, headers: { 'content-type': 'text/html' }, body: '<h1>Bad Gateway</h1>' });
    const error = await failure(read());
    expect([toExitCode(error), String(error)]).toEqual([5, expect.stringContaining('502')]);
  });
});

test('a connection that broke is tried again for what changes nothing', async () => {
  let tries = 0;
  service.answer = () => {
    tries += 1;
    return tries === 1 ? undefined : { body: { done: true } };
  };
  expect(await read()).toEqual({ done: true });
});

describe('a publication', () => {
  const build = makeBuild({ name: 'mfe-hubs', version: '1.0.0', contents: { 'entry.js': 'hubs' } });
  const publishTo = (files: readonly string[]) => {
    service.answer = ({ method }) =>
      method === 'PUT'
        ? { body: { stored: 'created' } }
        : { status: 202, body: { missing: { files, sourceMaps: null } } };
    return serviceWriter(client).publish({ build });
  };

  test('to a service that asks for a file of another build is given up', async () => {
    await expect(publishTo(['other.0123456789abcdef.js'])).rejects.toThrow(ServiceError);
    expect(service.seen.map(({ method }) => method)).toEqual(['POST']);
  });

  test('to a service that asks for the same file without end is given up', async () => {
    await expect(publishTo([...build.files.keys()].slice(0, 1))).rejects.toThrow(ServiceError);
    expect(service.seen.filter(({ method }) => method === 'PUT')).toHaveLength(4);
  });
});

describe('the store of a service', () => {
  const missing = { kind: 'missing', title: 'Not Found', status: 404, detail: 'There is no such object.' };

  test('reads keys and bytes', async () => {
    const keys = ['releases/000001.json'];
    service.answer = ({ path }) => (path.includes('?') ? { body: { keys } } : { body: Buffer.from('bytes') });
    const driver = serviceDriver(client);
    expect(await driver.list('releases/')).toEqual(keys);
    expect(Buffer.from((await driver.get('releases/000001.json')) ?? []).toString()).toBe('bytes');
    expect(service.seen.map(({ path }) => path)).toEqual([
      '/objects?prefix=releases%2F',
      '/objects/releases/000001.json',
    ]);
  });

  test('takes an object for missing only if the service says so', async () => {
    const driver = serviceDriver(client);
    service.answer = () => ({ status: 404, headers: { 'content-type': PROBLEM_TYPE }, body: missing });
    expect(await driver.get('releases/000002.json')).toBeUndefined();
    service.answer = () => ({ status: 404, headers: { 'content-type': 'text/html' }, body: 'Not Found' });
    expect(toExitCode(await failure(driver.get('releases/000002.json')))).toBe(5);
  });

  test('is written by the service alone', async () => {
    const driver = serviceDriver(client);
    await expect(driver.create('a', new Uint8Array())).rejects.toThrow(Error);
    await expect(driver.remove('a')).rejects.toThrow(Error);
    expect(service.seen).toEqual([]);
  });
});

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { listen } from '@portal/node-kit/listen';
import type { Listening } from '@portal/node-kit/listen';
import { openDriver } from '../open-driver.ts';
import { startS3Server } from '../testing/s3-server.ts';
import type { S3Server } from '../testing/s3-server.ts';
import { newS3Place } from '../testing/s3-servers.ts';

const MINUTE_MS = 60_000;

let server: S3Server;
let role: Listening;
let home: string;
/** How long the credentials live that the role gives out next, in milliseconds; the last one stays. */
let lifetimes: number[];
let asked: number;

/** A container whose role is that of the server's key. */
beforeEach(async () => {
  server = await startS3Server();
  home = await mkdtemp(join(tmpdir(), 'portal-home-'));
  [lifetimes, asked] = [[60 * MINUTE_MS], 0];
  role = await listen(
    (_request, response) => {
      asked += 1;
      const lifetime = (lifetimes.length > 1 ? lifetimes.shift() : lifetimes[0]) ?? 0;
      const keys = {
        AccessKeyId: server.environment['AWS_ACCESS_KEY_ID'],
        SecretAccessKey: server.environment['AWS_SECRET_ACCESS_KEY'],
        Token: 'a token of the role',
        Expiration: new Date(Date.now() + lifetime).toISOString(),
      };
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(keys));
    },
    { port: 0, host: '127.0.0.1', variable: 'PORT', grace: 0 },
  );
  jest.replaceProperty(process, 'env', {
    HOME: home,
    S3_ENDPOINT: server.environment['S3_ENDPOINT'],
    AWS_EC2_METADATA_DISABLED: 'true',
    AWS_CONTAINER_CREDENTIALS_FULL_URI: `http://127.0.0.1:${String(role.port)}/credentials`,
  });
});
afterEach(async () => {
  await Promise.all([server.stop(), role.close(), rm(home, { recursive: true })]);
});

test('without keys in the environment the role of the machine signs, and is asked again before its credentials end', async () => {
  lifetimes = [MINUTE_MS, 60 * MINUTE_MS];
  const driver = openDriver(newS3Place(server));
  const counts = [];
  for (let time = 0; time < 3; time += 1) {
    expect(await driver.list('')).toEqual([]);
    counts.push(asked);
  }
  expect(counts).toEqual([1, 2, 2]);
});

test('keys in the environment come first', async () => {
  Object.assign(process.env, server.environment);
  expect(await openDriver(newS3Place(server)).list('')).toEqual([]);
  expect(asked).toBe(0);
});

test('a machine without keys and without a role is told so, at once', async () => {
  delete process.env['AWS_CONTAINER_CREDENTIALS_FULL_URI'];
  const failure = await openDriver(newS3Place(server))
    .list('')
    .catch((error: unknown) => error);
  expect(failure).toMatchObject({ name: 'DriverError', message: expect.stringContaining('AWS_ACCESS_KEY_ID') });
  const { cause } = failure as Error;
  expect(cause).toHaveProperty('details', expect.objectContaining({ isTemporary: false, mayBeDone: false }));
});

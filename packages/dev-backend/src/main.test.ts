import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { once } from 'node:events';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HubsResponseSchema } from '@portal/api/wire';
import { freePort } from '@portal/node-kit/testing';
import * as v from 'valibot';
import { runBackend } from './testing/backend-process.ts';
import { BackendClient, PORTAL } from './testing/demo-backend.ts';

// Every test starts processes, and the first one may have to make a database.
jest.setTimeout(120_000);

describe('the program', () => {
  let stateFolder: string;
  let port: number;
  let environment: Record<string, string>;

  beforeAll(async () => {
    stateFolder = await mkdtemp(join(tmpdir(), 'dev-backend-'));
    port = await freePort();
    environment = { BACKEND_PORT: String(port), PORTAL_STATE: stateFolder };
  });
  afterAll(() => rm(stateFolder, { recursive: true }));

  async function sharingOf(client: BackendClient, token: string, serial: string) {
    const { data } = v.parse(HubsResponseSchema, (await client.call('hubs', token)).body);
    return data.find((hub) => hub.serial === serial)?.sharingMode;
  }

  const controlStatus = async () => (await fetch(`http://localhost:${port}/control/faults`)).status;

  test('keeps a change, the tokens and the sign-in over a restart, even after a crash; without DEV_CONTROL=1 tests cannot control it', async () => {
    const client = new BackendClient(`http://localhost:${port}`, stateFolder);
    const first = runBackend(environment);
    await first.ready();
    const { accessToken, refreshToken, visitor } = await client.signIn('owner');
    expect(await sharingOf(client, accessToken, '0093817252')).toBe('off');
    const path = 'hubs/0093817252+4021000342/settings';
    await client.call(path, accessToken, { method: 'PUT', body: { sharingMode: 'public' } });
    expect(await first.stop('SIGTERM')).toMatchObject({
      code: 0,
      output: `Development backend ready at http://localhost:${port}\n`,
    });

    const second = runBackend({ ...environment, DEV_CONTROL: '0' });
    await second.ready();
    expect(await controlStatus()).toBe(404);
    expect(await sharingOf(client, accessToken, '0093817252')).toBe('public');
    await second.stop('SIGKILL');

    const third = runBackend({ ...environment, DEV_CONTROL: '' });
    await third.ready();
    expect(await controlStatus()).toBe(404);
    expect(await sharingOf(client, accessToken, '0093817252')).toBe('public');
    expect((await client.refresh(refreshToken)).status).toBe(200);
    expect((await visitor.goTo(client.signInAddress())).url.href).toBe(`${PORTAL}/settings`);
    expect(await third.stop('SIGINT')).toMatchObject({ code: 0, errors: '' });
  });

  test('keeps its keys from other users of the machine', async () => {
    const { mode } = await stat(join(stateFolder, 'keys', 'dev-backend.json'));
    expect(mode & 0o777).toBe(0o600);
  });

  test('refuses a database that another backend uses, and names that process', async () => {
    const first = runBackend(environment);
    await first.ready();
    const second = await runBackend({ ...environment, BACKEND_PORT: String(await freePort()) }).ended;
    expect(second).toMatchObject({ code: 1, output: '' });
    expect(second.errors).toContain(`in use by another development backend (process ${first.pid})`);
    expect(second.errors).toContain('PORTAL_STATE');
    await first.stop('SIGTERM');
  });

  test('names the port and the variable when the port is taken', async () => {
    const other = createServer().listen(port, '127.0.0.1');
    await once(other, 'listening');
    const { code, errors } = await runBackend(environment).ended;
    other.close();
    expect(code).toBe(1);
    expect(errors).toMatch(new RegExp(`^Port ${port} is taken\\..*BACKEND_PORT\\.\n$`));
  });

  test('refuses an invalid port', async () => {
    const { code, errors } = await runBackend({ ...environment, BACKEND_PORT: 'http' }).ended;
    expect(code).toBe(1);
    expect(errors).toBe('BACKEND_PORT must be a port such as 4100, not "http".\n');
  });

  test('DEV_CONTROL=1 opens the control endpoint, and PORTAL_ORIGINS lets a portal with another origin in', async () => {
    const origin = 'http://portal.ebike.localhost:4999';
    const options = { DATABASE_URL: 'memory', DEV_CONTROL: '1', PORTAL_ORIGINS: ` ${origin} ,` };
    const backend = runBackend({ ...environment, ...options });
    await backend.ready();
    expect(await controlStatus()).toBe(200);
    const { headers } = await fetch(`http://localhost:${port}/api/hubs`, { headers: { origin } });
    expect(headers.get('access-control-allow-origin')).toBe(origin);
    await backend.stop('SIGTERM');
  });

  test.each([
    ['DEV_CONTROL', 'yes', 'DEV_CONTROL must be 1, or 0 or unset, not "yes".\n'],
    ['PORTAL_ORIGINS', 'http://portal/x', 'not "http://portal/x".\n'],
  ])('refuses a %s that is "%s"', async (variable, value, message) => {
    const { code, errors } = await runBackend({ ...environment, [variable]: value }).ended;
    expect(code).toBe(1);
    expect(errors).toContain(message);
  });

  test('says what to do when PostgreSQL cannot be reached', async () => {
    const databaseUrl = `postgres://nobody:secret@127.0.0.1:${await freePort()}/portal`;
    const { code, errors } = await runBackend({ ...environment, DATABASE_URL: databaseUrl }).ended;
    expect(code).toBe(1);
    expect(errors).toContain('leave DATABASE_URL unset');
    expect(errors).not.toContain('secret');
  });
});

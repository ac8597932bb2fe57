import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { access, appendFile, chmod, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { PGlite } from '@electric-sql/pglite';
import { HubsResponseSchema } from '@portal/api/wire';
import { isPortFree } from '@portal/node-kit/free-port';
import { freePort } from '@portal/node-kit/testing';
import { PIECE_BYTES } from '@portal/staff-api/wire';
import * as v from 'valibot';
import { startDevBackend } from './index.ts';
import type { DevBackend } from './index.ts';
import { runBackend } from './testing/backend-process.ts';
import { BackendClient, PORTAL } from './testing/demo-backend.ts';
import { FirmwareSender, newName, progressIn, sampleZip, sha256 } from './testing/firmware-sender.ts';

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

  async function readSharing(client: BackendClient, token: string, serial: string) {
    const { data } = v.parse(HubsResponseSchema, (await client.call('hubs', token)).body);
    return data.find((hub) => hub.serial === serial)?.sharingMode;
  }

  const controlStatus = async () =>
    (await fetch(`http://localhost:${port}/control/faults`, { method: 'DELETE' })).status;

  async function allowedOrigin(origin: string): Promise<string | null> {
    const { headers } = await fetch(`http://localhost:${port}/api/hubs`, { headers: { origin } });
    return headers.get('access-control-allow-origin');
  }

  test('keeps changes, tokens, the sign-in and its database over a restart, even after a crash; DEV_CONTROL and PORTAL_ORIGINS take effect', async () => {
    const client = new BackendClient(`http://localhost:${port}`, stateFolder);
    const origin = 'http://portal.ebike.localhost:4999';
    const first = runBackend(environment);
    await first.ready();
    expect(await controlStatus()).toBe(404);
    expect(await allowedOrigin(origin)).toBeNull();
    const { accessToken, refreshToken, visitor } = await client.signIn('owner');
    expect(await readSharing(client, accessToken, '0093817252')).toBe('off');
    const path = 'hubs/0093817252+4021000342/settings';
    await client.call(path, accessToken, { method: 'PUT', body: { sharingMode: 'public' } });
    expect(await first.stop('SIGTERM')).toMatchObject({
      code: 0,
      output: expect.stringMatching(new RegExp(`^Development backend ready at http://localhost:${port}\n{"at":`)),
    });

    const second = runBackend({ ...environment, DEV_CONTROL: 'yes', PORTAL_ORIGINS: ` ${origin} ,` });
    await second.ready();
    expect(await controlStatus()).toBe(200);
    expect(await allowedOrigin(origin)).toBe(origin);
    expect(await readSharing(client, accessToken, '0093817252')).toBe('public');
    await expect(startDevBackend({ port: 0, stateFolder, portalOrigins: [] })).rejects.toThrow(
      `in use by another development backend (process ${second.pid}). ` +
        'Stop that one, or give this one a folder of its own with PORTAL_STATE.',
    );
    await second.stop('SIGKILL');

    const third = runBackend({ ...environment, DEV_CONTROL: 'no' });
    await third.ready();
    expect(await controlStatus()).toBe(404);
    expect(await readSharing(client, accessToken, '0093817252')).toBe('public');
    expect((await client.refresh(refreshToken)).status).toBe(200);
    expect((await visitor.goTo(client.signInAddress())).url.href).toBe(`${PORTAL}/settings`);
    expect(await third.stop('SIGINT')).toMatchObject({ code: 0, errors: '' });
  });

  test('finishes the request under way on SIGTERM, and exits with 0', async () => {
    const program = runBackend({ ...environment, DEV_CONTROL: 'yes' });
    await program.ready();
    const body = JSON.stringify({ call: 'GET hubs', status: 502, times: 1 });
    const socket = connect({ host: '127.0.0.1', port });
    let answer = '';
    socket.setEncoding('utf8').on('data', (words: string) => (answer += words));
    const head = ['POST /control/faults HTTP/1.1', `Host: localhost:${port}`, 'Content-Type: application/json'];
    socket.write(`${[...head, 'Expect: 100-continue', `Content-Length: ${body.length}`].join('\r\n')}\r\n\r\n`);
    await once(socket, 'data'); // the backend waits for the body
    const ended = program.stop('SIGTERM');
    while (!(await isPortFree(port))) await setImmediate();
    socket.write(body);
    expect(await ended).toMatchObject({ code: 0, errors: '' });
    expect(answer).toMatch(/HTTP\/1\.1 20\d /);
  });

  test.each([undefined, 0o777])('keeps its folder from other users, with a former mode of %s', async (mode) => {
    const folder = join(stateFolder, `folder-${String(mode)}`);
    if (mode !== undefined) {
      await mkdir(folder);
      await chmod(folder, mode);
    }
    const backend = await startDevBackend({ port: 0, stateFolder: folder, portalOrigins: [], databaseUrl: 'memory' });
    await backend.close();
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
  });

  test('makes its keys unreadable for other users of the machine [T406]', async () => {
    const { mode } = await stat(join(stateFolder, 'keys', 'dev-backend.json'));
    expect(mode & 0o777).toBe(0o600);
  });

  test('ends with only a message when a setting is invalid', async () => {
    const { code, output, errors } = await runBackend({ ...environment, BACKEND_PORT: 'http' }).ended;
    expect({ code, output }).toEqual({ code: 1, output: '' });
    expect(errors).toMatch(/^BACKEND_PORT is "http", which is not a port:.*\n$/);
  });

  /** Mounts an empty disk of this size; false if this user may not. */
  const mountDisk = (folder: string, size: string) =>
    spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder]).status === 0;

  test('ends with only a message when the disk is full, without a database and with one', async () => {
    const disk = await mkdtemp(join(tmpdir(), 'dev-backend-disk-'));
    try {
      if (!mountDisk(disk, '2m')) return;
      const full = { ...environment, PORTAL_STATE: join(disk, 'state') };
      expect(await runBackend(full).ended).toMatchObject({
        code: 1,
        errors:
          'Preparing the database; the first time this takes some seconds.\n' +
          'The database cannot be prepared: No space is left on the disk. Free some, then try again.\n',
      });
      await appendFile(join(disk, 'filler'), Buffer.alloc(4_000_000)).catch(() => undefined);
      expect(await runBackend(full).ended).toMatchObject({
        code: 1,
        errors: 'No space is left on the disk (database or disk is full). Free some, then try again.\n',
      });
    } finally {
      spawnSync('umount', [disk]);
      await rm(disk, { recursive: true });
    }
  });

  test('ends with only a message when the files of the database are damaged', async () => {
    const damaged = await mkdtemp(join(tmpdir(), 'dev-backend-damaged-'));
    await mkdir(join(damaged, 'database'));
    await writeFile(join(damaged, 'database', 'PG_VERSION'), '17');
    const { code, errors } = await runBackend({ ...environment, PORTAL_STATE: damaged }).ended;
    await rm(damaged, { recursive: true });
    expect({ code, last: errors.trim().split('\n').at(-1) }).toEqual({
      code: 1,
      last: expect.stringMatching(/^The database in .* does not open \(.*\)\. Check that its disk has space/),
    });
  });

  test('ends with only a message when an older version made the database, which stays as it is', async () => {
    const older = await mkdtemp(join(tmpdir(), 'dev-backend-older-'));
    const made = await PGlite.create(join(older, 'database'));
    await made.exec('create table accounts (id text)');
    await made.close();
    const { code, errors } = await runBackend({ ...environment, PORTAL_STATE: older }).ended;
    expect({ code, last: errors.trim().split('\n').at(-1) }).toEqual({
      code: 1,
      last: expect.stringMatching(/^An older version of the portal made the database in /),
    });
    const kept = await PGlite.create(join(older, 'database'));
    expect(await kept.query('select * from accounts')).toMatchObject({ rows: [] });
    await kept.close();
    await rm(older, { recursive: true });
  });

  test.each(['SIGKILL', 'SIGTERM'] as const)(
    'prepares its database after one that %s ended while it did',
    async (signal) => {
      const ended = await mkdtemp(join(tmpdir(), 'dev-backend-ended-'));
      const own = { BACKEND_PORT: String(await freePort()), PORTAL_STATE: ended };
      const first = runBackend(own);
      while (!existsSync(join(ended, 'database.unfinished'))) await setImmediate();
      expect(await first.stop(signal)).toMatchObject({
        output: '',
        errors: expect.stringMatching(/^Preparing the database; .*\n$/),
      });
      const second = runBackend(own);
      await second.ready();
      expect(await second.stop('SIGTERM')).toMatchObject({ code: 0 });
      await rm(ended, { recursive: true });
    },
  );

  test('names the port and the variable when the port is taken', async () => {
    const other = createServer().listen(port, '127.0.0.1');
    await once(other, 'listening');
    const start = startDevBackend({ port, stateFolder, portalOrigins: [] });
    await expect(start).rejects.toThrow(new RegExp(`^Port ${port} is taken\\..*BACKEND_PORT\\.$`));
    other.close();
  });

  test('says what to do when PostgreSQL cannot be reached, without the password', async () => {
    const host = `127.0.0.1:${await freePort()}`;
    const databaseUrl = `postgres://nobody:secret@${host}/portal`;
    const start = startDevBackend({ port: 0, stateFolder, portalOrigins: [], databaseUrl });
    await expect(start).rejects.toThrow(
      `The PostgreSQL server at ${host} cannot be reached. Start it, or leave DATABASE_URL unset to use PGlite.`,
    );
  });
});

describe('an upload of firmware', () => {
  const DAY = 86_400_000;
  const clock = { ahead: 0 };
  let stateFolder = '';
  let backend: DevBackend;

  async function start(): Promise<void> {
    backend = await startDevBackend({
      port: 0,
      stateFolder,
      portalOrigins: [PORTAL],
      log: () => undefined,
      record: () => undefined,
      now: () => Date.now() + clock.ahead,
    });
  }

  async function sender(): Promise<FirmwareSender> {
    const client = new BackendClient(backend.url, stateFolder);
    return new FirmwareSender(client, await client.token('firmware'));
  }

  async function restart(): Promise<FirmwareSender> {
    await backend.close();
    await start();
    return sender();
  }

  beforeAll(async () => {
    stateFolder = await mkdtemp(join(tmpdir(), 'firmware-restart-'));
    await start();
  });
  afterAll(async () => {
    await backend.close();
    await rm(stateFolder, { recursive: true });
  });

  const sample = { fileName: newName(), bytes: sampleZip(2 * PIECE_BYTES) };
  const toPath = (id: string) => join(stateFolder, 'firmware-uploads', id);

  test('goes on after a restart', async () => {
    const before = await sender();
    const { id } = progressIn(await before.begin(sample));
    await before.put(id, 0, sample.bytes.subarray(0, PIECE_BYTES));
    const after = await restart();
    expect(progressIn(await after.begin(sample))).toEqual({ id, received: PIECE_BYTES });
    await after.sendFrom(id, sample.bytes, PIECE_BYTES);
    expect(await after.complete(id)).toMatchObject({ status: 200, body: { data: { hash: sha256(sample.bytes) } } });
  });

  test('ends with a restart if it began more than a day ago, and files of none are removed', async () => {
    const bytes = sampleZip();
    const before = await sender();
    const old = { fileName: newName(), bytes };
    const { id } = progressIn(await before.begin(old));
    await before.put(id, 0, bytes);
    await writeFile(toPath('left-behind'), 'x');
    clock.ahead = DAY - 60_000;
    const young = progressIn(await (await restart()).begin({ fileName: newName(), bytes }));
    await expect(access(toPath('left-behind'))).rejects.toMatchObject({ code: 'ENOENT' });
    await access(toPath(id));
    clock.ahead = DAY + 60_000;
    const after = await restart();
    expect((await after.complete(id)).status).toBe(404);
    await expect(access(toPath(id))).rejects.toMatchObject({ code: 'ENOENT' });
    expect((await after.put(young.id, 0, bytes)).status).toBe(200);
  });
});

import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { runRelease } from '@portal/release/cli/testing';
import { MEMORY_KEY } from '@portal/release/memory-store';
import { ANNA, BEN, sampleAccess, SampleService } from './testing.ts';
import type { Person } from './testing.ts';

const VARIABLES = ['PORTAL_STATE', 'RELEASE_SERVICE', 'RELEASE_TOKEN', 'RELEASE_BY'] as const;
let service: SampleService;
let state: string;

beforeAll(async () => {
  service = await SampleService.start();
});
afterAll(() => service.stop());
beforeEach(async () => {
  jest.replaceProperty(process, 'env', { ...process.env });
  for (const variable of VARIABLES) delete process.env[variable];
  state = await mkdtemp(join(tmpdir(), 'portal-login-'));
  await writeFile(join(state, 'trusted-keys'), `${MEMORY_KEY}\n`);
  Object.assign(process.env, { PORTAL_STATE: state, RELEASE_SERVICE: service.origin });
});
afterEach(async () => {
  service.people.device = 'none';
  await rm(state, { recursive: true });
});

/** Signs a person in with the command; nobody cancels it. */
async function logIn(person: Person | undefined) {
  service.people.person = person;
  let page = '';
  const outcome = await runRelease(['login'], (line) => {
    const address = /http\S+\/auth\?\S+/.exec(line)?.[0];
    if (address === undefined) return;
    void service.people.followSignIn(address).then(async (back) => {
      page = await (await fetch(back)).text();
    });
  });
  return { ...outcome, page };
}

describe('login', () => {
  test('signs a person in by the browser, says who and what that may, and every command then goes under this name', async () => {
    const { code, stdout, stderr, page } = await logIn(ANNA);
    expect([code, stderr]).toEqual([0, expect.stringContaining(service.people.url)]);
    expect(stdout).toMatch(/^anna@example\.com .*http:\S+ .*\d\d:\d\d UTC.*\n {2}publish: all parts$/m);
    expect(page).toContain('<h1>');
    const words = ['rollback', 'mfe-hubs', '--to', 'none', '--reason', 'to try'];
    expect(await runRelease([...words, '--by', 'the hubs team'])).toMatchObject({ code: 0 });
    const { stdout: history } = await runRelease(['history', '--limit', '1']);
    expect(history).toContain('by anna@example.com for "the hubs team": to try');
    expect(await runRelease(['promote', 'mfe-hubs@1.0.0', '--reason', 'to try'])).toMatchObject({ code: 0 });
    expect((await runRelease(['history', '--limit', '1'])).stdout).toContain('by anna@example.com: to try');
  });

  test('says which parts a person may change, where that is not all', async () => {
    const { rules } = sampleAccess(service.people.url, service.pipelines.url);
    const who = { issuer: service.people.url, email: 'cara@example.com' };
    await service.configure({ rules: [...rules, { who, may: ['publish'], parts: ['mfe-hubs', 'mfe-legal'] }] });
    const { stdout } = await logIn({ sub: 'cara', email: who.email });
    expect(stdout).toContain('\n  publish: mfe-hubs, mfe-legal');
  });

  test('prints no token, and keeps key and tokens in a file that only its owner reads', async () => {
    const { stdout, stderr } = await logIn(ANNA);
    expect(`${stdout}${stderr}`).not.toMatch(/eyJ/);
    const folder = join(state, 'release-sessions');
    const [file = ''] = await readdir(folder);
    expect([(await stat(folder)).mode & 0o777, (await stat(join(folder, file))).mode & 0o777]).toEqual([0o700, 0o600]);
  });

  test('says that the identity provider signed nobody in', async () => {
    expect(await logIn(undefined)).toMatchObject({
      code: 3,
      stdout: '',
      stderr: expect.stringContaining('[not-signed-in]'),
    });
    expect(await readdir(state)).toEqual(['trusted-keys']);
  });

  test('says whom no access rule names, with the remedy', async () => {
    expect(await logIn({ sub: 'eve', email: 'eve@example.com' })).toMatchObject({
      code: 3,
      stderr: expect.stringMatching(/\[not-allowed\] .*eve@example\.com/),
    });
  });

  test('says that the identity provider is away', async () => {
    const { url } = service.people;
    await service.people.stop();
    const outcome = await logIn(ANNA);
    await service.people.listen();
    expect(outcome).toMatchObject({ code: 5, stderr: expect.stringContaining(url) });
  });

  test('names the port to forward over ssh, where the browser has to come back to this machine', async () => {
    for (const device of ['none', 'for other clients'] as const) {
      service.people.device = device;
      const { code, stderr } = await logIn(ANNA);
      const port = /redirect_uri=http%3A%2F%2F127\.0\.0\.1%3A(\d+)/.exec(stderr)?.[1];
      expect([code, stderr]).toEqual([
        0,
        expect.stringContaining(`ssh -N -L ${String(port)}:127.0.0.1:${String(port)} `),
      ]);
    }
  });

  test('takes a browser on any machine where the identity provider has that (RFC 8628)', async () => {
    service.people.device = 'for all';
    service.people.person = undefined;
    const outcome = await runRelease(['login'], (line) => {
      const [, address = '', code] = /(http\S+)\n.*: (\S+)$/.exec(line) ?? [];
      if (address === `${service.people.url}/device?user_code=${String(code)}`) service.people.person = ANNA;
    });
    expect(outcome).toMatchObject({ code: 0, stdout: expect.stringContaining('anna@example.com') });
    expect(await runRelease(['status'])).toMatchObject({ code: 0 });
  });

  test('on another device can be declined there', async () => {
    service.people.device = 'declined';
    expect(await runRelease(['login'])).toMatchObject({ code: 3, stderr: expect.stringContaining('[not-signed-in]') });
    expect(await readdir(state)).toEqual(['trusted-keys']);
  });

  /** The ID token ends, and with it the access token. */
  async function letEnd(): Promise<void> {
    const folder = join(state, 'release-sessions');
    const file = join(folder, (await readdir(folder))[0] ?? '');
    const { access: _ended, person, ...session } = JSON.parse(await readFile(file, 'utf8')) as Record<string, object>;
    await writeFile(file, JSON.stringify({ ...session, person: { ...person, until: 1 } }));
  }

  test.each(['none', 'for all'] as const)(
    'is renewed while its refresh tokens count (device flow: %s)',
    async (device) => {
      service.people.device = device;
      await logIn(ANNA);
      for (let time = 0; time < 2; time += 1) {
        await letEnd();
        expect(await runRelease(['status'])).toMatchObject({ code: 0, stderr: '' });
      }
      service.people.endSessions();
      await letEnd();
      expect(await runRelease(['status'])).toMatchObject({
        code: 3,
        stderr: expect.stringContaining('[not-signed-in]'),
      });
    },
  );

  test('of somebody else takes the place of the first one', async () => {
    await logIn(ANNA);
    expect((await logIn(BEN)).stdout).toContain('ben@example.com');
    expect(await runRelease(['logout'])).toMatchObject({ code: 0 });
    expect(await runRelease(['status'])).toMatchObject({ code: 3, stderr: expect.stringContaining('[not-signed-in]') });
  });
});

import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { setPackaged } from '@portal/node-kit/packaged';
import { FakeService } from '../service-client/testing/fake-service.ts';
import { runCommandLine } from './run.ts';
import { askRelease, runRelease } from './testing.ts';

const VARIABLES = ['RELEASE_TOKEN', 'RELEASE_TOKEN_FILE', 'RELEASE_SERVICE', 'RELEASE_BY'] as const;
const SERVICE = 'https://releases.example.com';
let service: FakeService;
let state: string;

beforeEach(async () => {
  service = await new FakeService().start();
  service.answer = () => ({ body: { keys: [] } });
  state = await mkdtemp(join(tmpdir(), 'portal-session-'));
  jest.replaceProperty(process, 'env', { ...process.env, PORTAL_STATE: state });
  for (const variable of VARIABLES) delete process.env[variable];
});
afterEach(async () => {
  await service.stop();
  await rm(state, { recursive: true });
});

const sessionFile = async () => {
  const folder = join(state, 'release-sessions');
  const [name = ''] = await readdir(folder);
  return join(folder, name);
};

test('a folder of the state that cannot be used is named in one line, without a stack', async () => {
  process.env['PORTAL_STATE'] = '/dev/null/portal';
  expect(await runRelease(['logout', '--service', SERVICE])).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^PORTAL_STATE .*ENOTDIR.*\n$/),
  });
});

describe('a pipeline', () => {
  beforeEach(() => {
    process.env['RELEASE_TOKEN'] = 'the token of the job';
    process.env['RELEASE_SERVICE'] = service.url;
  });

  test('exchanges its token once for several commands, with one key, kept in a file that only its owner reads', async () => {
    const outcomes = [await runRelease(['history']), await runRelease(['history', '--json'])];
    expect(outcomes.map(({ code }) => code)).toEqual([0, 0]);
    expect(service.exchanged).toEqual(['the token of the job']);
    const file = await sessionFile();
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const { key, access } = JSON.parse(await readFile(file, 'utf8')) as {
      key: { d: string };
      access: { token: string };
    };
    const printed = outcomes.map(({ stdout, stderr }) => stdout + stderr).join('');
    for (const secret of [key.d, access.token, 'the token of the job']) expect(printed).not.toContain(secret);
  });

  test('gets one key for two commands at once: a token counts only with the key that it first came with', async () => {
    await Promise.all([runRelease(['history']), runRelease(['history'])]);
    expect(await readdir(join(state, 'release-sessions'))).toHaveLength(1);
    expect(service.seen.length).toBeGreaterThan(0);
  });

  test('exchanges another token anew, also one from a file', async () => {
    await runRelease(['history']);
    delete process.env['RELEASE_TOKEN'];
    process.env['RELEASE_TOKEN_FILE'] = join(state, 'token');
    expect(await runRelease(['history'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('RELEASE_TOKEN_FILE is'),
    });
    await writeFile(join(state, 'token'), 'from a file\n');
    expect(await runRelease(['history'])).toMatchObject({ code: 0 });
    expect(service.exchanged).toEqual(['the token of the job', 'from a file']);
  });

  test('hears what to check when the service does not accept its token, with 3 and as JSON', async () => {
    service.refuses = 'the issuer is not known';
    expect(await askRelease(['history'])).toMatchObject({
      code: 3,
      error: {
        kind: 'refused',
        refusals: [{ rule: 'not-signed-in', remedy: expect.stringContaining('docs/pipeline.md') }],
      },
    });
  });
});

test('a person who is not signed in hears how to sign in', async () => {
  const { code, stderr } = await runRelease(['history', '--service', service.url]);
  expect([code, stderr]).toEqual([3, expect.stringMatching(/^\[not-signed-in\] .*RELEASE_TOKEN/)]);
  expect(stderr).toContain(`npm run release -- login --service ${service.url}`);
});

test('signing out removes key and tokens', async () => {
  process.env['RELEASE_TOKEN'] = 'a token';
  await runRelease(['history', '--service', service.url]);
  const logout = ['logout', '--service', service.url];
  expect(await runRelease(logout)).toMatchObject({ code: 0, stdout: expect.stringContaining(service.url) });
  expect(await readdir(join(state, 'release-sessions'))).toEqual([]);
  expect(await runRelease(logout)).toMatchObject({ code: 0 });
});

const WAITING = {
  id: 'approval-1',
  at: '2026-11-23T08:00:00.000Z',
  until: '2026-11-24T08:00:00.000Z',
  actor: { kind: 'person', issuer: 'https://id.example.com', subject: '1', name: 'anna@example.com' },
  changes: [],
  ruleChanges: [],
  mayAnswer: false,
};

test('a request that waits for a second person ends with 6 and says who can answer', async () => {
  process.env['RELEASE_TOKEN'] = 'a token';
  const request = { reason: 'to try', change: { action: 'rollback', name: 'mfe-hubs', to: null } };
  const approval = { ...WAITING, request };
  service.answer = ({ path }) => {
    if (path === '/served') return { body: { servers: [], warnings: [] } };
    if (path === '/requests') return { status: 202, body: { waits: approval } };
    return { body: { keys: ['artifacts/mfe-hubs/versions/1.0.0.json'] } };
  };
  const words = ['rollback', 'mfe-hubs', '--to', 'none', '--reason', 'to try', '--service', service.url];
  const { code, stdout } = await runRelease([...words, '--by', 'Ben']);
  expect([code, stdout]).toEqual([6, expect.stringContaining('npm run release -- access approve approval-1')]);
  expect(stdout).toContain('2026-11-24 08:00 UTC');
  expect(await askRelease(words)).toMatchObject({ code: 6, outcome: 'waits', approval: { id: 'approval-1' } });
  const sent = service.seen
    .filter(({ path }) => path === '/requests')
    .map(({ body }) => JSON.parse(String(body)) as unknown);
  expect(sent).toEqual([
    { ...approval.request, actsFor: 'Ben', urgent: false },
    { ...approval.request, urgent: false },
  ]);
});

test('access rules that wait end with 6, and are shown with what they change', async () => {
  process.env['RELEASE_TOKEN'] = 'a token';
  const access = { issuers: [], rules: [] };
  const ruleChanges = ['- approval {"changes":["promote"],\u202e"parts":"*"}'];
  const approval = { ...WAITING, request: { access, reason: 'nobody else' }, ruleChanges };
  service.answer = ({ path }) => {
    if (path === '/approvals') return { body: { approvals: [approval] } };
    return path === '/configuration' ? { status: 202, body: { waits: approval } } : { body: { keys: [] } };
  };
  const file = join(state, 'access.json');
  await writeFile(file, JSON.stringify(access));
  const words = ['access', 'configure', file, '--reason', 'nobody else', '--service', service.url];
  expect(await askRelease(words)).toMatchObject({ code: 6, outcome: 'waits', approval: { id: 'approval-1' } });
  const { stdout } = await runRelease(['access', 'list', '--service', service.url]);
  expect(stdout).toContain('for configure: nobody else\n  - approval {"changes":["promote"], "parts":"*"}\n');
});

test.each([
  [['status', '--service', 'releases.example.com'], '"releases.example.com"'],
  [['status', '--service', 'http://releases.example.com'], '"http://releases.example.com"'],
  [['status', '--service', ''], '--service'],
  [['status', '--service', 'https://releases.example.com', '--store', 'x'], '--store'],
  [['login'], 'RELEASE_SERVICE'],
  [['logout', '--store', 'x'], 'RELEASE_SERVICE'],
])('refuses %j as invalid usage', async (args, name) => {
  expect(await runRelease(args)).toMatchObject({ code: 2, stderr: expect.stringContaining(name) });
});

test('an address of a service with a secret is refused, and the secret not shown', async () => {
  for (const address of ['https://anna:hunter2@releases.example.com', 'https://releases.example.com/?token=hunter2'])
    expect(await runRelease(['history', '--service', address])).toMatchObject({
      code: 2,
      stderr: expect.not.stringContaining('hunter2'),
    });
});

describe('a packaged command, which takes nothing from the folder where it is called,', () => {
  const UNSET = ['STORE', 'LOG_KEYS', 'RELEASE_KEY', 'PORTAL_STATE'];

  beforeEach(() => setPackaged(true));
  afterEach(() => setPackaged(false));

  test.each([
    [['status'], {}, 'STORE'],
    [['status', '--store', '/nowhere'], {}, 'LOG_KEYS'],
    [['store', 'check-proof', 'release-1.proof.json'], {}, 'LOG_KEYS'],
    [['store', 'keys', '--store', '/nowhere'], { LOG_KEYS: '/nowhere/trusted-keys' }, 'RELEASE_KEY'],
    [['status', '--service', SERVICE], {}, 'PORTAL_STATE'],
  ])('ends %j with %j by naming %s', async (words, environment, variable) => {
    const unset = Object.fromEntries(UNSET.map((each) => [each, '']));
    jest.replaceProperty(process, 'env', { ...process.env, ...unset, ...environment });
    const error = jest.fn();
    expect(await runCommandLine(words, { log: jest.fn(), error })).toBe(2);
    expect(error.mock.calls.join()).toMatch(new RegExp(`^${variable} is not set`));
  });

  test('names itself in what it prints', async () => {
    const { stderr } = await runRelease(['history', '--service', service.url]);
    expect(stderr).toContain(`portal-release login --service ${service.url}`);
  });
});

import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { Declaration } from '@portal/contract/declaration';
import type { PageData } from '@portal/contract/page';
import type { PartAnswer, PartDescriptor, RoleParts } from '@portal/contract/part-descriptor';
import { RESTRICTED } from '@portal/contract/part-descriptor';
import type { PartDirectory } from './part-directory.ts';
import { createPartDirectory, DescriptorError } from './part-directory.ts';
import { REMOTE } from './testing/sample-remote.ts';

const createDeclaration = (name: string, ...paths: readonly string[]): Declaration => ({
  name,
  routes: paths.map((path) => ({ path, title: 't', access: 'open', page: 'main', skeleton: 'form', reads: [] })),
  header: [],
  texts: { t: { en: 'T', de: 'T', fr: 'T', nl: 'T' } },
});
const SHELL = createDeclaration('shell', '/login', '/404.html');
const HUBS = createDeclaration('mfe-hubs', '/settings');
const ACCOUNT = {
  ...createDeclaration('mfe-account', '/account', '/account/delete'),
  redirects: [{ from: '/profile', to: '/account' }],
};

const STAFF = { ...createDeclaration('mfe-staff', '/staff'), onlyFor: { anyRole: ['support'] } };

const getDescriptor = (declaration: Declaration, changes: Partial<PartDescriptor> = {}): PartDescriptor => ({
  name: declaration.name,
  declaration,
  remote: { ...REMOTE, declaration },
  scripts: { 'entry.0123456789abcdef.js': 'sha256-1' },
  pages: { main: ['remote.0123456789abcdef.js', 'main.0123456789abcdef.js'] },
  locales: { en: ['locale-en.0123456789abcdef.js'], de: [], fr: [], nl: [] },
  ...changes,
});

const PAGE: PageData['release'] = {
  number: 7,
  view: 'AbC',
  shell: { version: '1.0.0', builtAt: '', styles: [], declaration: SHELL },
  remotes: { 'mfe-hubs': { ...REMOTE, declaration: HUBS } },
  navigation: { header: [], footer: [], help: false },
};

const answers = jest.fn<(address: string) => Promise<PartAnswer>>();
const HEADER = [{ path: '/staff', text: { en: 'People', de: 'Personen', fr: 'Personnes', nl: 'Personen' } }];
const roleParts = jest.fn<(address: string) => Promise<RoleParts>>();
const directory = (page = PAGE) => createPartDirectory(page, '/settings', { part: answers, roleParts });
/** A part that everybody may find. */
async function found(parts: PartDirectory, path: string): Promise<Declaration> {
  const part = await parts.find(path);
  if (typeof part !== 'object') throw new Error(`No part has ${path}`);
  return part;
}
const asked = () => answers.mock.calls.map(([address]) => address);

beforeEach(() => {
  answers.mockReset().mockImplementation(async (address) => {
    if (address.includes('part=shell')) return getDescriptor(SHELL, { remote: null });
    if (address.includes('path=%2Fstaff')) return /roles=.*support/.test(address) ? getDescriptor(STAFF) : RESTRICTED;
    return /path=%2F(account|profile)/.test(address) ? getDescriptor(ACCOUNT) : null;
  });
  roleParts.mockReset().mockResolvedValue({ parts: [getDescriptor(STAFF)], header: HEADER });
});

describe('what exists for some roles', () => {
  test('is met once, with what it adds to the header, and known from then on', async () => {
    const parts = directory();
    expect(await parts.loadForRoles(['support'])).toEqual(HEADER);
    expect(await parts.loadForRoles(['support'])).toEqual(HEADER);
    expect(roleParts.mock.calls).toEqual([['/role-parts.json?view=AbC&roles=support']]);
    expect(await parts.find('/staff')).toEqual(STAFF);
    expect(asked()).toEqual([]);
  });

  test('is not asked about for an account without roles, and again after a failure', async () => {
    const parts = directory();
    expect(await parts.loadForRoles([])).toEqual([]);
    expect(roleParts).not.toHaveBeenCalled();
    roleParts.mockRejectedValueOnce(new DescriptorError('offline'));
    await expect(parts.loadForRoles(['support'])).rejects.toThrow('offline');
    expect(await parts.loadForRoles(['support'])).toEqual(HEADER);
  });
});

describe('whose a path is', () => {
  test('is known of the parts that the page began with', async () => {
    expect(await directory().find('/settings')).toEqual(HUBS);
    expect(await directory().find('/login')).toEqual(SHELL);
    expect(asked()).toEqual([]);
  });

  test('is asked once for each part, whatever path of it comes first', async () => {
    const parts = directory();
    const [first, second] = await Promise.all([found(parts, '/account'), found(parts, '/account')]);
    expect(first).toEqual(ACCOUNT);
    expect(second).toEqual(first);
    expect(await found(parts, '/account/delete')).toEqual(ACCOUNT);
    expect(await found(parts, '/profile')).toEqual(ACCOUNT);
    expect(asked()).toEqual(['/part.json?view=AbC&path=%2Faccount']);
  });

  test('is not asked for the path that the page was opened with: the page would have its part', async () => {
    const parts = createPartDirectory(PAGE, '/nowhere', { part: answers, roleParts });
    expect(await parts.find('/nowhere')).toBeUndefined();
    expect(asked()).toEqual([]);
  });

  test('is asked with the roles of the account where the part is for some of them', async () => {
    const parts = directory();
    expect(await parts.find('/staff')).toBe(RESTRICTED);
    expect(await parts.find('/staff', ['developer'])).toBe(RESTRICTED);
    expect(await parts.find('/staff', ['support', 'developer'])).toEqual(STAFF);
    expect(asked().map((address) => new URL(address, 'http://localhost').searchParams.get('roles'))).toEqual([
      null,
      'developer',
      'developer,support',
    ]);
  });

  test('that the page was opened with is asked with roles alone if it is for some: the page has said so', async () => {
    const parts = createPartDirectory({ ...PAGE, isRestricted: true }, '/staff', { part: answers, roleParts });
    expect(await parts.find('/staff')).toBe(RESTRICTED);
    expect(asked()).toEqual([]);
    expect(await parts.find('/staff', ['support'])).toEqual(STAFF);
  });

  test('is asked again after a failure', async () => {
    const parts = directory();
    answers.mockRejectedValueOnce(new DescriptorError('offline'));
    await expect(parts.find('/account')).rejects.toThrow('offline');
    expect(await found(parts, '/account')).toEqual(ACCOUNT);
  });
});

test('the page knows the declarations and remotes of its own parts, then those that it has met', async () => {
  const parts = directory();
  expect(parts.declarations()).toEqual([SHELL, HUBS]);
  expect(parts.remote('mfe-account')).toBeUndefined();
  await parts.find('/account');
  await parts.getScripts('shell');
  expect(parts.declarations()).toEqual([SHELL, HUBS, ACCOUNT]);
  expect(parts.remote('mfe-account')?.declaration).toEqual(ACCOUNT);
  expect(parts.remote('shell')).toBeUndefined();
});

test('of two answers about one part the first one stays, because routes are told apart by its objects', async () => {
  answers.mockImplementation(async () => getDescriptor(structuredClone(ACCOUNT)));
  const parts = directory();
  const [first, second] = await Promise.all([found(parts, '/account'), found(parts, '/account/delete')]);
  expect(second).toBe(first);
  expect(parts.declarations()[2]).toBe(first);
});

test('an answer about a path that its declaration does not have is no answer', async () => {
  answers.mockResolvedValue(getDescriptor(ACCOUNT));
  expect(await directory().find('/terms/v2')).toBeUndefined();
});

test('the hashes of a part’s scripts come with its descriptor, and are asked for once', async () => {
  const parts = directory();
  expect(await parts.getScripts('shell')).toEqual({ 'entry.0123456789abcdef.js': 'sha256-1' });
  await parts.getScripts('shell');
  await parts.find('/account');
  await parts.getScripts('mfe-account');
  expect(asked()).toEqual(['/part.json?view=AbC&part=shell', '/part.json?view=AbC&path=%2Faccount']);
  expect(await parts.getScripts('mfe-none')).toEqual({});
});

test('the files of a first screen are named for a part that the page has met: styles, entry, page and texts', async () => {
  const names = ['entry', 'remote', 'main', 'other', 'locale-en'].map((name) => `${name}.0123456789abcdef.js`);
  const scripts = Object.fromEntries(names.map((name) => [name, `sha256-${name}`]));
  answers.mockResolvedValue(getDescriptor(ACCOUNT, { scripts }));
  const parts = directory();
  expect(parts.firstFiles('mfe-account', 'main', 'en')).toEqual([]);
  await parts.find('/account');
  const needed = names.filter((name) => !name.startsWith('other'));
  expect(parts.firstFiles('mfe-account', 'main', 'en')).toEqual([
    ...REMOTE.styles,
    ...needed.map((file) => ({ file, integrity: `sha256-${file}` })),
  ]);
  expect(parts.firstFiles('shell', 'main', 'en')).toEqual([]);
});

describe('the web server', () => {
  const parts = () => createPartDirectory(PAGE, '/settings');
  const catchFailure = async (answer: () => Promise<Response>) => {
    Object.assign(globalThis, { fetch: answer });
    const error: unknown = await parts()
      .find('/account')
      .catch((reason: unknown) => reason);
    if (!(error instanceof DescriptorError)) throw new Error(`no DescriptorError but ${String(error)}`);
    return error;
  };

  test('is asked in the page’s own way', async () => {
    const fetched = jest.fn<typeof fetch>(async () =>
      Response.json(getDescriptor(ACCOUNT, { scripts: {}, pages: {} })),
    );
    Object.assign(globalThis, { fetch: fetched });
    expect((await found(parts(), '/account')).name).toBe('mfe-account');
    expect(fetched.mock.calls.map(([address]) => address)).toEqual(['/part.json?view=AbC&path=%2Faccount']);
  });

  test.each([
    ['does not answer', () => Promise.reject(new TypeError('offline')), 'could not be fetched'],
    ['fails', async () => new Response('', { status: 503 }), 'answered 503'],
    ['answers a page', async () => new Response('<!doctype html>'), 'answered something else'],
    ['answers another shape', async () => Response.json({ name: 1 }), 'answered something else'],
  ] as const)('that %s is a failure that can pass', async (_, answer, words) => {
    const { message, needsReload } = await catchFailure(answer);
    expect([message, needsReload]).toEqual([`/part.json?view=AbC&path=%2Faccount ${words}`, false]);
  });

  test('that no longer knows the page’s versions is one that only a new page mends', async () => {
    const { isOutdated, needsReload } = await catchFailure(async () => new Response('', { status: 410 }));
    expect([isOutdated, needsReload]).toEqual([true, true]);
  });
});

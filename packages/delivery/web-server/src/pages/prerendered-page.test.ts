import { inspect } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { textSlot } from '@portal/contract/markup';
import { promoteAll, publishSample } from '@portal/release/testing';
import type { WebServer } from '../server.ts';
import { HOSTILE, perLanguage, SamplePortal, sampleRoute } from '../testing/sample-portal.ts';

type Nodes = readonly unknown[];
const choose = (by: string, of: Readonly<Record<string, Nodes>>) => ({
  by,
  of: Object.entries(of).map(([value, nodes]) => [[value], nodes]),
});
const markup = (nodes: Nodes, title: unknown = null, item: Nodes = []) =>
  perLanguage((l) => ({ page: [['h1', {}, [...nodes, ` (${l})`]]], item, title }));
const page = (path: string, nodes: Nodes, more: object = {}) => ({
  paths: [path],
  styles: '.sheet{color:blue}',
  conditions: [],
  markup: markup(nodes),
  ...more,
});
const link = (name: string, words: string) => ['a', { href: textSlot(`link.${name}`) }, [words]];

const SIGN_IN = page(
  '/login',
  [
    choose('query', {
      '': [choose('signInLink', { true: [link('signIn', 'Sign in')], false: ['Sign in, without a link'] })],
      NOT_LINKED: ['Not linked'],
      '*': ['Something went wrong'],
    }),
  ],
  {
    paths: ['/login', '/'],
    conditions: ['signInLink'],
    leavesSignedIn: true,
    query: { by: 'value', parameter: 'title', values: ['NOT_LINKED'] },
  },
);
const INFO = perLanguage((l) => ({
  page: [['h1', {}, [choose('query', { deleted: ['Deleted'], '*': ['Nothing'] }), ` (${l})`]]],
  item: [],
  title: { by: 'query', of: [[['deleted'], `Gone (${l})`]] },
}));
const PAGES = [
  SIGN_IN,
  page('/404.html', ['Lost']),
  page('/info', [], { markup: INFO, query: { by: 'key', values: ['deleted'] } }),
  page('/show', [choose('query', { one: ['One'], '*': ['None'] })], {
    query: { by: 'value', parameter: 'show', values: ['one'], without: '/404.html' },
  }),
  page('/welcome', [choose('signedIn', { false: ['Welcome'], true: ['Good to see you'] })], {
    conditions: ['signedIn'],
  }),
  page(
    '/help',
    [
      choose('link:contact', { true: [link('contact', 'Ask')], false: ['Nobody'] }),
      choose('route:/terms/:version', { true: [' or read'], false: [] }),
    ],
    { conditions: ['route:/terms/:version', 'link:contact'] },
  ),
  page('/build', [], {
    markup: markup(
      [`${textSlot('version')} of ${textSlot('day')} in release ${textSlot('release')}: `, { slot: 'parts' }],
      null,
      [['p', {}, [`${textSlot('part.name')}, ${textSlot('part.version')}, ${textSlot('part.day')}`]]],
    ),
  }),
];

const declaration = {
  routes: [
    ...['/', '/login', '/info', '/show', '/welcome', '/help', '/build'].map((path) => sampleRoute(path, 'signIn')),
    sampleRoute('/404.html', 'notFound'),
  ],
  texts: {
    part: perLanguage(() => HOSTILE),
    signIn: perLanguage((l) => `Sign in (${l})`),
    notFound: perLanguage((l) => `Not found (${l})`),
  },
};

let portal: SamplePortal;
const portals: SamplePortal[] = [];
const publishShell = async (version: string, pages: string | undefined) => {
  const contents = pages === undefined ? {} : { 'prerendered.json': pages };
  await portal.publish('shell', { version, declaration, contents });
  await portal.release({ shell: version });
};
async function makePortal(): Promise<void> {
  portal = new SamplePortal();
  portals.push(portal);
  await portal.publish('mfe-hubs');
  await publishShell('1.0.0', JSON.stringify({ pages: PAGES, later: 'a field of a later version' }));
}
beforeAll(makePortal);
afterAll(() => Promise.all(portals.map((each) => each.remove())));

const get = async (server: WebServer, path: string, headers: Readonly<Record<string, string>> = {}) =>
  await (await fetch(`${server.url}${path}`, { headers, redirect: 'manual' })).text();
const servers = new Map<string, WebServer>();
async function readPage(path: string, headers: Readonly<Record<string, string>> = {}, changes: object = {}) {
  const known = `${String(portals.length)} ${inspect(changes)}`;
  const server = servers.get(known) ?? (await portal.startWith(changes));
  servers.set(known, server);
  return await get(server, path, headers);
}
const readMain = async (...args: Parameters<typeof readPage>) =>
  /<main.*<\/main>/s.exec(await readPage(...args))?.[0] ?? '';
const SIGNED_IN = { cookie: 'access_token=abc' };

test.each<[path: string, words: string, headers?: Readonly<Record<string, string>>]>([
  ['/login', 'Sign in</a> (en)'],
  ['/', 'Sign in</a> (de)', { 'accept-language': 'de' }],
  ['/login?title=NOT_LINKED', 'Not linked (fr)', { cookie: 'portal_language=fr' }],
  ['/login?title=NOT_LINKED&title=NOT_LINKED', 'Something went wrong (en)'],
  ['/info?locale=nl&deleted', 'Deleted (nl)'],
  ['/info?deleted&more', 'Nothing (en)'],
  ['/show?show=one', 'One (en)'],
  ['/show', 'Lost (en)'],
  ['/no/such/page?title=NOT_LINKED', 'Lost (en)'],
  ['/welcome', 'Welcome (en)'],
  ['/welcome', 'Good to see you (en)', SIGNED_IN],
  ['/settings?title=NOT_LINKED', 'Sign in, without a link (en)'],
])('%s is shown as "%s" with %j [T065]', async (path, words, headers = {}) => {
  const main = await readMain(path, headers);
  expect(main).toMatch(
    /^<main[^>]*><div id="prerendered" class="prerendered" data-path="[^"]+"><style>\.sheet\{color:blue\}</,
  );
  expect(main).toContain(`${words}</h1></div></main>`);
});

test.each([
  ['/settings', '/login'],
  ['/show', '/404.html'],
  ['/welcome', '/welcome'],
])('the page prerendered at %s says that the running portal shows it at %s [T070]', async (path, shownAt) => {
  expect(await readMain(path)).toContain(`data-path="${shownAt}"`);
});

test('a prerendered page has its own title, else that of the route where it is shown', async () => {
  expect(await readPage('/info?deleted')).toContain('<title>Gone (en) – ');
  expect(await readPage('/info')).toContain('<title>Sign in (en) – ');
  expect(await readPage('/show')).toContain('<title>Not found (en) – ');
});

describe('what only server and release know is filled in', () => {
  test('links of the configuration, escaped, and only where there are some [T286]', async () => {
    const contact = `mailto:help@example.com?subject="><script>&body=$&${textSlot('link.app')}`;
    const main = await readMain('/help', {}, { links: { contact } });
    expect(main).toContain(
      `<a href="mailto:help@example.com?subject=&quot;&gt;&lt;script&gt;&amp;body=$&amp;${textSlot('link.app')}">Ask</a> or read (en)`,
    );
    expect(await readMain('/help', {}, { links: {} })).toContain('Nobody or read');
  });

  test('version, build date and number of the release, and one row for each live part [T073]', async () => {
    const main = await readMain('/build');
    expect(main).toContain('1.0.0 of 01.01.2025 in release 1: <p>&lt;script&gt;alert(');
    expect(main).toContain(', 1.0.0, 01.01.2025</p><p>Manage hubs, 1.0.0, 01.01.2025</p> (en)');
    expect(main).not.toContain('<script>');
  });

  test('no row for a part that exists for some accounts alone', async () => {
    await makePortal();
    const before = await readMain('/build');
    await publishSample(portal.store, {
      name: 'mfe-staff',
      version: '1.0.0',
      contents: { 'entry.js': '/* staff */', 'main.js': '/* staff */' },
      declaration: {
        onlyFor: { anyRole: ['support'] },
        routes: [sampleRoute('/staff', 'staff', { access: 'signedIn' })],
        texts: { staff: perLanguage(() => 'Staff') },
      },
    });
    await promoteAll(portal.store, { 'mfe-staff': '1.0.0' });
    portal.time += 1000;
    expect(await readMain('/build')).toBe(before.replace('release 1', 'release 2'));
  });
});

describe('the link that starts sign-in', () => {
  const linkAt = async (path: string) => {
    const [, href = ''] = /<a href="([^"]*)">Sign in/.exec(await readMain(path)) ?? [];
    const { searchParams } = new URL(href.replaceAll('&amp;', '&'));
    return [searchParams.get('returnTo'), searchParams.get('redirectUri')];
  };
  const HERE = 'http://localhost:4000';

  test.each([
    ['/', '/loggedin', '/login'],
    ['/login?locale=fr-CA', '/loggedin', '/login?locale=fr'],
    ['/login?locale=xx', '/loggedin', '/login'],
    ['/login?redirect=/settings&locale=de', '/settings', '/login?locale=de'],
    ['/settings', '/settings', '/login'],
  ])('at %s leads back to %s, and after a failure to %s [T037]', async (path, target, failed) => {
    expect(await linkAt(path)).toEqual([`${HERE}${target}`, `${HERE}${failed}`]);
  });

  test.each([
    '/login?redirect=/settings?a=1',
    '/login?redirect=//evil.example',
    '/login?redirect=/settings&redirect=/settings',
    '/login?redirect=',
    '/settings?a=1',
    '/%73ettings',
  ])('is not there at %s, where only the running page knows the way back [T044]', async (path) => {
    const html = await readPage(path);
    expect(html).toContain('Sign in, without a link');
    expect(html).not.toMatch(/evil|a=1/);
  });

  test('is not there in a portal that does not know its own origin', async () => {
    expect(await readMain('/login', {}, { publicOrigin: undefined })).toContain('Sign in, without a link');
  });
});

test.each([
  ['a session', SIGNED_IN],
  ['an ambiguous session', { cookie: 'access_token=a; access_token=b' }],
])('with %s, sign-in is prerendered for browsers without scripts alone', async (_, headers) => {
  const main = await readMain('/login', headers);
  expect(main).toMatch(/^<main[^>]*><noscript><div id="prerendered"/);
  expect(main).toContain('<h1>Sign in');
  expect(await readMain('/welcome', headers)).not.toContain('<noscript>');
});

describe('skeletons are shown', () => {
  beforeEach(makePortal);
  const expectSkeleton = async (path = '/login') => {
    const main = await readMain(path);
    expect(main).toContain('<h1>Sign in (en)</h1>');
    expect(main).not.toContain('prerendered');
  };

  test('after a rollback to a shell that has prerendered no pages', async () => {
    await publishShell('0.9.0', undefined);
    await expectSkeleton();
    expect(portal.logged).toEqual([]);
  });

  test.each([
    ['a condition of a later version', { conditions: ['weather'] }],
    ['a slot that nobody fills', { markup: markup([textSlot('weather')]) }],
    ['styles that end their element', { styles: '</style><script>' }],
  ])('where the file has %s, and the log says so', async (_, changes) => {
    await publishShell('1.1.0', JSON.stringify({ pages: [{ ...SIGN_IN, ...changes }] }));
    await expectSkeleton();
    expect(portal.logged).toHaveLength(1);
  });

  test('for a page of another part', async () => {
    await publishShell('1.1.0', JSON.stringify({ pages: [{ ...SIGN_IN, paths: ['/welcome'] }] }));
    await expectSkeleton();
    expect(await readMain('/terms/v2')).not.toContain('prerendered');
  });
});

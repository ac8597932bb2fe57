import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { parseLiveView } from '@portal/contract/live-view';
import { TrustedProxies } from '@portal/node-kit/trusted-proxies';
import { cookiesSetBy, recordTried } from '@portal/node-kit/testing';
import { previewVersions } from '@portal/release/operations/preview-versions';
import { newKey, readSigner, signNote } from '@portal/release/release-log/signed-note';
import { PREVIEW_MS, previewText, tokenOfNote } from '@portal/release/release-log/preview-token';
import type { WebServer } from './server.ts';
import { perLanguage, SamplePortal } from './testing/sample-portal.ts';
import { readVisits } from './testing/test-visit.ts';

const ORIGIN = 'http://localhost:4999';
const SIGNED_IN = 'access_token=abc';
let portal: SamplePortal;
let server: WebServer;

beforeEach(async () => {
  portal = await SamplePortal.withNewer();
});
afterEach(() => portal.remove());

const start = async (...overrideOrigins: readonly string[]) => {
  server = await portal.start({
    metricsPort: 0,
    overrideOrigins,
    trustedProxies: TrustedProxies.of('127.0.0.1'),
  });
};
const now = () => portal.began + portal.time;
const sign = async (origin = ORIGIN, part = 'mfe-hubs', versions: Readonly<Record<string, string>> = {}) =>
  (await previewVersions(portal.store, { versions, override: { part, origin } }, now())).token;

interface Try {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}
const get = async (path: string, headers: Readonly<Record<string, string>> = {}) =>
  await fetch(server.url + path, { headers: { cookie: SIGNED_IN, ...headers }, redirect: 'manual' });
const having = (token: string) => ({ cookie: `${SIGNED_IN}; portal_preview=${token}` });

/** A policy as its sources by directive, without the hashes of what is inline. */
const readPolicy = ({ headers }: Response): ReadonlyMap<string, readonly string[]> =>
  new Map(
    (headers.get('content-security-policy') ?? '').split('; ').map((directive) => {
      const [name = '', ...sources] = directive.split(' ');
      return [name, sources.filter((source) => !source.startsWith("'sha256-"))];
    }),
  );
const importMapIn = (page: string) =>
  JSON.parse(/<script type="importmap">(.*?)<\/script>/.exec(page)?.[1] ?? '{}') as Readonly<
    Partial<Record<'imports' | 'integrity', Readonly<Record<string, string>>>>
  >;

/** What of an answer could let code in that no release has. */
const opening = (answer: Response, page: string) => ({
  sources: [...readPolicy(answer).values()].flat().filter((source) => /4999|elsewhere/.test(source)),
  imports: importMapIn(page).imports,
  hasHashes: answer.headers.has('integrity-policy'),
  cookies: cookiesSetBy(answer).filter(({ name, value }) => /preview/.test(name) && value !== ''),
});
const CLOSED = { sources: [], imports: undefined, hasHashes: true, cookies: [] };

/** Whether a browser that has sent this shows code of no release, now or with its next page. */
async function whatOpens({ path, headers }: Try) {
  const answer = await get(path, headers);
  const found = opening(answer, await answer.text());
  const isRedirect = answer.status === 302;
  return isRedirect ? { ...found, hasHashes: true } : found;
}

/** Signed notes that name origins; whoever signs them, and whatever they name. */
async function listTokens(): Promise<ReadonlyMap<string, string>> {
  const exact = await sign();
  const { origin: log } = await portal.store.log();
  const stranger = readSigner(newKey());
  const until = new Date(now() + PREVIEW_MS).toISOString();
  const claim = { versions: {}, until, override: { part: 'mfe-hubs', origin: ORIGIN } };
  const bySelf = async (text: string) => tokenOfNote(await portal.store.documents.sign(text));
  const note = Buffer.from(exact, 'base64url').toString();
  const changed = (from: string | RegExp, to: string) => tokenOfNote(note.replace(from, to));
  const odd = async (origin: string) =>
    bySelf(previewText(log ?? '', { ...claim, override: { ...claim.override, origin } }));
  const tokens = new Map<string, string>([
    ['no token', ''],
    ['a stranger’s', tokenOfNote(signNote(previewText(log ?? '', claim), stranger))],
    ['of another log', await bySelf(previewText('ebike-portal/fedcba9876543210', claim))],
    ['that has ended', await bySelf(previewText(log ?? '', { ...claim, until: new Date(now() - 1).toISOString() }))],
    [
      'for a week',
      await bySelf(previewText(log ?? '', { ...claim, until: new Date(now() + 7 * PREVIEW_MS).toISOString() })),
    ],
    ['with a further line', await bySelf(`${previewText(log ?? '', claim)}override shell ${ORIGIN}\n`)],
    ['of the shell', await bySelf(previewText(log ?? '', { ...claim, override: { part: 'shell', origin: ORIGIN } }))],
    [
      'of no part',
      await bySelf(previewText(log ?? '', { ...claim, override: { part: 'mfe-nobody', origin: ORIGIN } })),
    ],
    ['without its signature', tokenOfNote(previewText(log ?? '', claim))],
    ['with another port', changed('4999', '4998')],
    ['with another part', changed('mfe-hubs', 'mfe-cubs')],
    ['with a later end', changed('2026-01-02', '2026-01-03')],
    ['cut', exact.slice(0, -1)],
    ['with padding', `${exact}=`],
    ['upper case', exact.toUpperCase()],
    ['lower case', exact.toLowerCase()],
    ['in quotes', `"${exact}"`],
    ['twice', `${exact}${exact}`],
    ['as plain text', note.replaceAll('\n', ' ')],
    ['an origin', ORIGIN],
    ['an import map', JSON.stringify({ imports: { 'mfe-hubs': `${ORIGIN}/x.js` } })],
    ['a directive', `'self'; script-src ${ORIGIN}`],
  ]);
  for (const origin of [
    'http://localhost:4998',
    'http://localhost',
    'https://localhost:4999',
    'http://127.0.0.1:4999',
    'http://127.1.1.1:4999',
    'http://[::1]:4999',
    'http://localhost.:4999',
    'http://LOCALHOST:4999',
    'http://localhost:04999',
    'http://localhost:4999/',
    'http://localhost:4999/elsewhere',
    'http://localhost:4999?elsewhere',
    'http://localhost:4999#elsewhere',
    'http://elsewhere@localhost:4999',
    'http://localhost:4999@elsewhere.example',
    'http://localhost:4999.elsewhere.example',
    'http://localhost%3a4999',
    'http:/localhost:4999',
    '//localhost:4999',
    'http://localhost:*',
    'http://*:4999',
    'https://elsewhere.example',
    'https://*.elsewhere.example',
    "https://elsewhere.example;script-src'self'",
    'data:text/javascript,elsewhere',
    'blob:http://localhost:4999',
    'null',
    '*',
  ])
    tokens.set(`from "${origin}"`, await odd(origin));
  return tokens;
}

/** Each way in which a request can bring a token. */
function carriers(token: string): readonly Try[] {
  const query = encodeURIComponent(token);
  const cookie = (...all: readonly string[]) => ({ cookie: [SIGNED_IN, ...all].join('; ') });
  const text = query.slice(0, 2000);
  const asHeader = (name: string) => ({ path: '/settings', headers: { [name]: text } });
  const asCookie = (name: string) => ({ path: '/settings', headers: cookie(`${name}=${text}`) });
  const asParameter = (name: string) => ({ path: `/settings?${name}=${query}`, headers: {} });
  const https = { 'x-forwarded-proto': 'https' };
  return [
    ...['preview', 'Preview', 'override', '%70review', 'preview[]', 'import-map-override:mfe-hubs', 'argo'].map(
      asParameter,
    ),
    { path: `/settings?preview=&preview=${query}`, headers: {} },
    { path: `/settings?x=1;preview=${query}`, headers: {} },
    { path: `/settings/?preview=${query}`, headers: https },
    ...[
      'portal_preview',
      'Portal_Preview',
      '__Host-portal_preview',
      'portal_override',
      'import-map-override:mfe-hubs',
    ].map(asCookie),
    { path: '/settings', headers: cookie('portal_preview=x', `portal_preview=${text}`) },
    { path: '/settings', headers: { ...cookie(`__Host-portal_preview=${text}`, `portal_preview=${text}`), ...https } },
    ...['x-preview', 'x-override', 'portal-preview', 'referer', 'origin', 'x-forwarded-host', 'x-original-url'].map(
      asHeader,
    ),
  ];
}

describe('while OVERRIDE_ORIGINS is unset', () => {
  beforeEach(() => start());

  test('no try lets code in that no release has, and none is remembered [T471]', async () => {
    const opened: string[] = [];
    let tried = 0;
    for (const [what, token] of new Map([...(await listTokens()), ['that is right', await sign()]]))
      for (const each of carriers(token)) {
        tried += 1;
        const found = await whatOpens(each);
        if (JSON.stringify(found) !== JSON.stringify(CLOSED))
          opened.push(`${what}: ${each.path} ${JSON.stringify(found)}`);
      }
    recordTried({ suite: 'Overrides, while no origin is allowed', tried, passed: tried - opened.length });
    expect(opened).toEqual([]);
    expect(tried).toBeGreaterThan(1000);
  });

  test('the signed address says that the portal does not accept its origin', async () => {
    const answer = await get(`/settings?preview=${await sign()}`);
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([410, []]);
    expect(await answer.text()).toContain(ORIGIN);
  });

  test('a cookie of a web server that accepted it shows nothing, and goes', async () => {
    const answer = await get('/settings', having(await sign()));
    expect(opening(answer, await answer.text())).toEqual(CLOSED);
    expect(cookiesSetBy(answer)).toContainEqual(expect.objectContaining({ name: 'portal_preview', value: '' }));
  });
});

describe('while OVERRIDE_ORIGINS names one origin', () => {
  beforeEach(() => start(ORIGIN));

  test('only the signed address with exactly that origin switches it on, by query and then by cookie [T472]', async () => {
    const right = await sign();
    const opened: string[] = [];
    let tried = 0;
    for (const [what, token] of new Map([...(await listTokens()), ['that is right', right]]))
      for (const each of carriers(token)) {
        tried += 1;
        const found = await whatOpens(each);
        if (JSON.stringify(found) !== JSON.stringify(CLOSED))
          opened.push(`${what}: ${each.path} ${each.headers['cookie'] ?? ''}`);
      }
    recordTried({ suite: 'Overrides, while one origin is allowed', tried, passed: tried - opened.length + 5 });
    expect(opened).toEqual([
      `that is right: /settings?preview=${right} `,
      `that is right: /settings?%70review=${right} `,
      `that is right: /settings/?preview=${right} `,
      `that is right: /settings ${SIGNED_IN}; portal_preview=${right}`,
      `that is right: /settings ${SIGNED_IN}; __Host-portal_preview=${right}; portal_preview=${right}`,
    ]);
  });

  test('the policy of this view has exactly this origin more, and nobody else’s has it', async () => {
    const token = await sign();
    const [own, live] = [await get('/settings', having(token)), await get('/settings')];
    const [more, before] = [readPolicy(own), readPolicy(live)];
    const added = [...more].map(([name, sources]) => [
      name,
      sources.filter((source) => !(before.get(name) ?? []).includes(source)),
    ]);
    const widened = new Set(['script-src', 'style-src', 'img-src', 'font-src', 'connect-src']);
    expect(added).toEqual([...before.keys()].map((name) => [name, widened.has(name) ? [ORIGIN] : []]));
    for (const [name, sources] of before) expect(more.get(name)).toEqual(expect.arrayContaining([...sources]));
    expect(opening(live, await live.text())).toEqual(CLOSED);
  });

  test('everything else keeps its hash; of the part, the page loads nothing that was released', async () => {
    const [page, live] = await Promise.all(
      [having(await sign()), {}].map(async (headers) => (await get('/settings', headers)).text()),
    );
    const entry = `/assets/mfe-hubs/${await portal.fileLike('mfe-hubs', 'entry.')}`;
    const { imports, integrity = {} } = importMapIn(page ?? '');
    const { integrity: before = {} } = importMapIn(live ?? '');
    expect(imports).toEqual({ [entry]: `${ORIGIN}/development-override/mfe-hubs.js?version=1.0.0` });
    const ofOthers = Object.entries(before).filter(([url]) => !url.startsWith('/assets/mfe-hubs/'));
    expect(integrity).toEqual({ ...Object.fromEntries(ofOthers), [entry]: before[entry] });
    const files = [...(page ?? '').matchAll(/<(?:script|link)[^>]* (?:src|href)="(\/assets\/[^"]+)"[^>]*>/g)];
    expect(files.length).toBeGreaterThan(3);
    for (const [tag, url] of files) {
      expect(tag).toMatch(/integrity="sha256-/);
      expect(url).not.toMatch(/^\/assets\/mfe-hubs\//);
    }
  });

  test('a page that begins without the part takes it from there, too, and an open page gets its entry alone', async () => {
    const headers = having(await sign());
    const page = await (await get('/login', headers)).text();
    expect(Object.values(importMapIn(page).imports ?? {})).toEqual([expect.stringContaining(ORIGIN)]);
    const { view } = parseLiveView(await (await get('/release.json', headers)).json());
    expect(view).not.toBe(parseLiveView(await (await get('/release.json')).json()).view);
    const remote = { version: '1.0.0', styles: [], fallback: null };
    const descriptor: unknown = await (await get(`/part.json?view=${view}&part=mfe-hubs`, headers)).json();
    expect(descriptor).toMatchObject({ name: 'mfe-hubs', remote, pages: { main: [] } });
  });

  test('a page that the release has prerendered waits for the part, and its licences stay', async () => {
    const markup = perLanguage(() => ({ page: [['h1', {}, ['As released']]], item: [], title: null }));
    const prerendered = { paths: ['/terms/:version'], styles: '', conditions: [], markup };
    const contents = {
      'prerendered.json': JSON.stringify({ pages: [prerendered] }),
      'licences.json': JSON.stringify([{ name: 'left-pad', version: '1.0.0', licence: 'MIT', text: 'As is' }]),
    };
    await portal.publish('mfe-hubs', { version: '1.2.0', contents });
    await portal.release({ hubs: '1.2.0' });
    portal.time += 1000;
    expect(await (await get('/terms/v1')).text()).toContain('As released');
    const headers = having(await sign());
    expect(await (await get('/terms/v1', headers)).text()).not.toContain('As released');
    expect(await (await get('/licences.txt', headers)).text()).toContain('left-pad');
  });

  test('it can be over a version that nobody has yet', async () => {
    const page = await (await get('/settings', having(await sign(ORIGIN, 'mfe-hubs', { 'mfe-hubs': '1.1.0' })))).text();
    expect(Object.values(importMapIn(page).imports ?? {})).toEqual([expect.stringMatching(/version=1\.1\.0$/)]);
  });

  test('a banner names part and origin, and one press ends it', async () => {
    const page = await (await get('/settings', having(await sign()))).text();
    const banner = /<section id="portal-version-preview".*<\/section>/.exec(page)?.[0];
    expect(banner).toContain(`mfe-hubs (${ORIGIN})`);
    expect(banner).toContain('<a href="?preview=">');
    const ended = await get('/settings?preview=', having('x'));
    expect(cookiesSetBy(ended)).toMatchObject([{ name: 'portal_preview', value: '' }]);
  });

  test('is not counted, and ends with its token', async () => {
    const headers = having(await sign());
    expect(cookiesSetBy(await get('/settings', headers))).toEqual([]);
    const sent = await fetch(`${server.url}/reports`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ visit: 'first', reports: [{ part: 'mfe-hubs', version: '1.0.0', failure: 'crashed' }] }),
    });
    expect(sent.status).toBe(204);
    expect(await readVisits(server)).toMatchObject({ rows: [], errors: [], ignored: {} });
    portal.time += PREVIEW_MS;
    const answer = await get('/settings', headers);
    expect(opening(answer, await answer.text())).toEqual(CLOSED);
  });
});

import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { RouteDeclaration } from '@portal/contract/declaration';
import type { WebServer } from './server.ts';
import { perLanguage, SamplePortal, sampleRoute } from './testing/sample-portal.ts';

const text = (words: string) => ({ ...perLanguage(() => words), fr: `${words} (fr)` });
const route = (path: string, more: Partial<RouteDeclaration> = {}) =>
  sampleRoute(path, 'terms', { skeleton: 'document', ...more });
const index = (more: object = {}) => ({ index: { description: 'about', locales: ['en', 'fr', 'fr-ca'], ...more } });
const LEGAL = {
  routes: [
    route('/terms', index()),
    route('/terms/alias', index({ path: '/terms' })),
    route('/terms/v2', { when: { singleSignOn: false } }),
    route('/terms/versions'),
  ],
  redirects: [
    { from: '/terms/v1', to: '/terms' },
    { from: '/terms/v2', to: '/terms', when: { singleSignOn: true } },
  ],
  header: [],
  texts: { terms: text('Terms'), about: text('The "rules"') },
};

let portal: SamplePortal;
const withPdfs = SamplePortal.prepared(async (made) => {
  await made.publish('shell');
  await made.publish('mfe-hubs', {
    declaration: LEGAL,
    contents: { 'terms.v2.en.pdf': '%PDF-1.7 english', 'terms.v2.fr-ca.pdf': '%PDF-1.7 canadien' },
  });
  await made.release();
});
beforeEach(async () => {
  portal = await withPdfs();
});
afterEach(() => portal.remove());

async function get(server: WebServer, path: string, headers: Readonly<Record<string, string>> = {}) {
  return await fetch(`${server.url}${path}`, { headers, redirect: 'manual' });
}

describe('the PDF of a document', () => {
  test('has a stable address, may be framed by the portal, and may be indexed [T317]', async () => {
    const answer = await get(await portal.start(), '/documents/terms/v2/EN.pdf');
    expect(await answer.text()).toBe('%PDF-1.7 english');
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-security-policy': "frame-ancestors 'self'",
      'content-disposition': 'inline; filename="terms-v2-en.pdf"',
      'content-language': 'en',
      'cache-control': 'private, no-cache',
    });
    expect(answer.headers.has('x-robots-tag')).toBe(false);
  });

  test('is found in any case, also by region, and is not sent again when cached', async () => {
    const server = await portal.start();
    const first = await get(server, '/documents/terms/v2/fr-ca.pdf');
    expect(await first.text()).toBe('%PDF-1.7 canadien');
    const again = await get(server, '/documents/terms/v2/FR-CA.pdf', {
      'if-none-match': first.headers.get('etag') ?? '',
    });
    expect(again.status).toBe(304);
  });

  test.each(['/documents/terms/v1/EN.pdf', '/documents/terms/v2/', '/documents/../config.pdf'])(
    '%s is the 404 page',
    async (path) => {
      const answer = await get(await portal.start(), path);
      expect(answer.status).toBe(404);
      expect(answer.headers.get('content-type')).toContain('text/html');
      expect(answer.headers.get('x-robots-tag')).toBe('noindex');
    },
  );
});

describe('a declared redirect', () => {
  test.each([
    ['/terms/v1', '/terms'],
    ['/terms/v2?locale=fr', '/terms?locale=fr'],
  ])('%s redirects to %s', async (from, to) => {
    const answer = await get(await portal.start(), from);
    expect([answer.status, answer.headers.get('location')]).toEqual([302, to]);
  });

  test('for single sign-on is replaced by the page when single sign-on is off, also in the page’s data [T081]', async () => {
    const server = await portal.startWith({ features: { singleSignOn: false } });
    const answer = await get(server, '/terms/v2');
    expect(answer.status).toBe(200);
    const html = await answer.text();
    expect(html).toContain('"/terms/v1"');
    expect(html).not.toContain('"from":"/terms/v2"');
    expect((await get(server, '/terms/v1')).status).toBe(302);
  });
});

describe('search engines', () => {
  const ORIGIN = 'https://portal.example';
  const head = async (path: string, changes: object = {}) =>
    await (await get(await portal.startWith({ publicOrigin: ORIGIN, ...changes }), path)).text();

  test('may index a document: it has a description, a canonical address and every language', async () => {
    const html = await head('/terms?locale=fr');
    expect(html).toContain('<html lang="fr">');
    expect(html).toContain('<meta name="description" content="The &quot;rules&quot; (fr)">');
    expect(html).toContain('<link rel="canonical" href="https://portal.example/terms?locale=fr">');
    for (const [tag, query] of [
      ['en', '?locale=en'],
      ['fr', '?locale=fr'],
      ['fr-CA', '?locale=fr-ca'],
      ['x-default', '?locale=en'],
    ])
      expect(html).toContain(`<link rel="alternate" hreflang="${tag}" href="https://portal.example/terms${query}">`);
    expect(html).not.toContain('noindex');
  });

  test.each([
    ['/terms/alias', '/terms?locale=en'],
    ['/terms?locale=FR-CA', '/terms?locale=fr-ca'],
    ['/terms?locale=%22%3E%3Cscript%3E', '/terms?locale=en'],
  ])('%s has the canonical address %s', async (path, address) => {
    expect(await head(path)).toContain(`<link rel="canonical" href="${ORIGIN}${address}">`);
  });

  test('get no address from a portal that does not know its own origin', async () => {
    const html = await head('/terms', { publicOrigin: undefined });
    expect(html).not.toMatch(/rel="(canonical|alternate)"/);
    expect(html).not.toContain('noindex');
  });

  test('are kept out of all else', async () => {
    const server = await portal.start();
    for (const path of ['/terms/versions', '/login', '/no/such/page', '/config.json', '/release.json'])
      expect((await get(server, path)).headers.get('x-robots-tag')).toBe('noindex');
    expect(await (await get(server, '/login')).text()).toContain('<meta name="robots" content="noindex">');
  });
});

test('the policy allows the configured origins of documents, and no others [T403]', async () => {
  const readPolicy = async (changes: object) =>
    (await get(await portal.startWith(changes), '/terms')).headers.get('content-security-policy') ?? '';
  const policy = await readPolicy({ documentOrigins: ['https://files.example'] });
  expect(policy).toContain("frame-src 'self' https://files.example;");
  expect(policy).toMatch(/connect-src 'self' http:\/\/localhost:4100 https:\/\/files\.example;/);
  expect(await readPolicy({ documentOrigins: [] })).toContain("frame-src 'self';");
});

test('nobody is led to hubs that no part has', async () => {
  const server = await portal.start();
  expect((await get(server, '/', { cookie: 'access_token=abc' })).status).toBe(404);
});

describe('the text of a document', () => {
  const prerendered = (words: string, document: object = {}, more: object = {}) => {
    const note = { by: 'fellBack', of: [[['true'], [['p', {}, ['Note']]]]] };
    const markup = perLanguage((lang) => ({
      page: [['h1', { lang }, ['Terms']], note, { slot: 'text' }],
      item: [],
      title: null,
    }));
    const page = {
      paths: [],
      styles: '.sheet{color:blue}',
      conditions: [],
      document: { viewer: 'configured', versionInQuery: true, ...document },
      markup,
      text: [['article', {}, [words]]],
      ...more,
    };
    return JSON.stringify({ pages: [page] });
  };
  const publish = async (version: string, contents: Readonly<Record<string, string>>, to = portal) => {
    const routes = [...LEGAL.routes, route('/terms/v1')].map((each) => ({ ...each, page: 'terms' }));
    const all = { 'terms.js': 'export const page = "terms"', ...contents };
    await to.publish('mfe-hubs', { version, declaration: { ...LEGAL, routes, redirects: [] }, contents: all });
    await to.release({ hubs: version });
  };
  const withTexts = SamplePortal.prepared(async (made) => {
    await made.publish('shell');
    const contents = {
      'terms.v1.en.json': prerendered('first'),
      'terms.v2.en.json': prerendered('second, for $& and $1'),
      'terms.v2.fr.json': prerendered('deuxième'),
      'terms.v2.fr-ca.json': prerendered('canadien'),
    };
    await publish('1.1.0', contents, made);
  });
  beforeEach(async () => {
    portal = await withTexts();
  });
  const readMain = async (path: string, headers: Readonly<Record<string, string>> = {}, changes: object = {}) => {
    const html = await (await get(await portal.startWith(changes), path, headers)).text();
    return /<main.*<\/main>/s.exec(html)?.[0] ?? '';
  };
  const SECOND = 'second, for $&amp; and $1';

  test.each([
    ['/terms?version=v1', {}, 'first'],
    ['/terms/v1', {}, 'first'],
    ['/terms?version=v9', {}, SECOND],
    ['/terms?version=v1&version=v1', {}, SECOND],
    ['/terms?locale=fr-ca', {}, 'canadien'],
    ['/terms?locale=de', { cookie: 'portal_language=fr' }, SECOND],
    ['/terms', { 'accept-language': 'fr' }, 'deuxième'],
    ['/terms?version=v1', { 'accept-language': 'fr' }, 'first'],
  ])('at %s with %j is prerendered in the place of the skeleton', async (path, headers, words) => {
    const main = await readMain(path, headers);
    expect(main).toContain(`<article>${words}</article></div></main>`);
    expect(main).toMatch(/^<main[^>]*><div id="prerendered" class="prerendered"><style>\.sheet\{color:blue\}</);
    expect(main.match(/<h1/g)?.length ?? 0).toBeLessThan(2);
  });

  test.each([
    ['/terms', { 'accept-language': 'de' }, '<h1 lang="de">Terms</h1><p>Note'],
    ['/terms?locale=nl', { cookie: 'portal_language=fr' }, '<h1 lang="fr">Terms</h1><p>Note'],
    ['/terms?locale=en', { cookie: 'portal_language=de' }, '<h1 lang="de">Terms</h1><article>'],
  ])('at %s with %j says whether it is a fallback', async (path, headers: Record<string, string>, words) => {
    expect(await readMain(path, headers)).toContain(words);
  });

  test('has its styles in the policy of the page, and a skeleton’s page has not', async () => {
    const server = await portal.start();
    const fetchPolicy = async (path: string) => (await get(server, path)).headers.get('content-security-policy') ?? '';
    const hash = createHash('sha256').update('.sheet{color:blue}').digest('base64');
    expect(await fetchPolicy('/terms')).toContain(`'sha256-${hash}'`);
    expect(await fetchPolicy('/login')).not.toContain(hash);
  });

  test.each([
    ['/terms?view=pdf', 'configured', {}, true],
    ['/terms', 'configured', { documents: { view: 'pdf' } }, true],
    ['/terms?view=text', 'configured', { documents: { view: 'pdf' } }, false],
    ['/terms', 'first', {}, true],
    ['/terms?view=text', 'first', {}, false],
    ['/terms?view=pdf', 'never', { documents: { view: 'pdf' } }, false],
  ])(
    'at %s, whose viewer is %s, with %j is for browsers without scripts alone: %s',
    async (path, viewer, changes, alone) => {
      await publish('1.2.0', { 'terms.v2.en.json': prerendered('words', { viewer }) });
      const main = await readMain(path, {}, changes);
      expect(main).toContain('<article>words</article>');
      expect(main.includes('<noscript><div id="prerendered"')).toBe(alone);
      expect(main.includes('<h1>Terms</h1>')).toBe(alone);
    },
  );

  test('of a version that only a path leads to is not prerendered for the query, which the page ignores', async () => {
    await publish('1.2.0', {
      'terms.v1.en.json': prerendered('first', { versionInQuery: false }),
      'terms.v2.en.json': prerendered('second', { versionInQuery: false }),
    });
    expect(await readMain('/terms?version=v1')).not.toContain('<article>');
    expect(await readMain('/terms/v1')).toContain('<article>first');
  });

  test.each([
    ['bytes', 'other bytes'],
    ['styles', prerendered('words', {}, { styles: '</style><script>' })],
  ])('with damaged %s costs only itself', async (what, content) => {
    if (what === 'bytes')
      portal.damage(`artifacts/mfe-hubs/${await portal.fileLike('mfe-hubs', 'terms.v2.en', '1.1.0')}`, content);
    else await publish('1.2.0', { 'terms.v2.en.json': content });
    const main = await readMain('/terms');
    expect(main).toContain('<h1>Terms</h1>');
    expect(main).not.toContain('<article>');
    expect(portal.logged.at(-1)).toContain('terms.v2.en');
  });
});

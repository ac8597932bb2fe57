import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { LANGUAGES } from '@portal/contract/language';
import { HOSTILE_TEXTS, hostileText, INPUTS_LIMIT_MS, tryInputs } from '@portal/node-kit/testing/inputs';
import { openFolderStore } from '@portal/release/store';
import * as fc from 'fast-check';
import type { WebServer } from './server.ts';
import { rawGet } from './testing/raw-request.ts';
import { SamplePortal } from './testing/sample-portal.ts';
import { DECLARATIONS, releaseWholePortal } from './testing/whole-portal.ts';

const SECRET = 'kept outside the store';
/** Longer heads of requests are refused. */
const LONGEST = 64_000;
let folder = '';
let portal: SamplePortal;
let server: WebServer;
let port = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-addresses-'));
  await writeFile(join(folder, 'secret.js'), SECRET);
  await writeFile(join(folder, 'passwd'), SECRET);
  portal = new SamplePortal(openFolderStore(join(folder, 'store'), { state: folder }));
  await releaseWholePortal(portal.store);
  server = await portal.start();
  port = Number(new URL(server.url).port);
});
afterAll(async () => {
  await portal.remove();
  await rm(folder, { recursive: true });
});

/** The server refuses an address of this length unread, which may reset the connection before the answer arrives. */
const isTooLong = (target: string) => Buffer.byteLength(target) > LONGEST;

/**
 * Sends an address, and expects what any of them may get: no error of the server, nothing from outside, nothing that
 * leads away.
 */
async function getSafely(target: string): ReturnType<typeof rawGet> {
  const answer = await rawGet(port, target);
  const { status, headers, body } = answer;
  expect(isTooLong(target) ? [0, 431] : [200, 302, 400, 404]).toContain(status);
  expect(body).not.toContain(SECRET);
  expect(body).not.toContain('root:x:0');
  const location = headers.get('location') ?? '/';
  expect(location).toMatch(/^\/(?![/\\])/);
  expect(new URL(location, server.url).origin).toBe(server.url);
  expect(headers.get('set-cookie') ?? 'portal_visit=').toMatch(/^portal_(bucketingKeys|visit)=/);
  return answer;
}

const path = fc.oneof(
  hostileText.map((text) => `/${text}`),
  hostileText.map((text) => `/assets/${text}`),
  hostileText.map((text) => `/assets/mfe-hubs/${text}`),
  hostileText.map((text) => `/documents/terms/${text}`),
  hostileText.map((text) => `/settings${text}`),
  hostileText.map((text) => `/.well-known/${text}`),
  hostileText,
);
const CLIMBS = ['..', '%2e%2e', '.%2e', '..;', '%252e%252e', '..\\', '%c0%ae%c0%ae', '..%00', '\uff0e\uff0e'];
const OUT = CLIMBS.flatMap((climb) =>
  ['/', '/assets/', '/assets/mfe-hubs/', '/documents/', '/.well-known/'].flatMap((start) =>
    ['secret.js', 'passwd', 'store/releases/000001.json'].map((file) => `${start}${climb}/${climb}/${file}`),
  ),
);

test(
  'no path leads out of the store, to another origin or to an error of the server',
  async () => {
    await tryInputs(
      'Paths, at the web server',
      { all: 500 },
      path,
      async (target) => {
        // A blank or the end of a line would end the path, and what follows would be another request.
        await getSafely(target.replaceAll(/[ \r\n]/g, '%20'));
      },
      [...OUT, ...HOSTILE_TEXTS.map((text) => `/${text}`)],
    );
    expect(portal.logged).toEqual([]);
  },
  INPUTS_LIMIT_MS,
);

/** An address of each route and redirect. */
const ADDRESSES = DECLARATIONS.flatMap(({ routes, redirects = [] }) => [
  ...routes.map((route) => route.path),
  ...redirects.map(({ from }) => from),
]).map((pattern) => pattern.replaceAll(/:\w+/g, 'v1'));
const PARAMETERS = ['locale', 'version', 'redirect', 'title', 'show', 'view', 'search', 'sort', 'rows', 'q', 'x'];
/** Parameters, once or twice, with their names and values encoded or as they are. */
const query = fc.array(
  fc.record({ name: fc.oneof(fc.constantFrom(...PARAMETERS), hostileText), value: hostileText, encoded: fc.boolean() }),
  { minLength: 1, maxLength: 3 },
);
type Query = typeof query extends fc.Arbitrary<infer Value> ? Value : never;

/** The query as a browser sends it: from a form, or from an address in which a person or a link wrote it as it is. */
function formatText(parameters: Query): string {
  return parameters
    .map(({ name, value, encoded }) => {
      if (encoded) return new URLSearchParams([[name, value]]).toString();
      const address = new URL(server.url);
      address.search = `${name}=${value}`;
      return address.search.slice(1);
    })
    .join('&');
}

/** What a page shows whatever its address says after the path. */
function shownBy({ status, headers, body }: Awaited<ReturnType<typeof rawGet>>) {
  return { status, policy: headers.get('content-security-policy'), location: headers.get('location'), body };
}

test.each([...new Set(ADDRESSES)].toSorted())(
  'whatever the parameters of %s are, it is the same page, in one of the languages',
  async (address) => {
    const known = shownBy(await getSafely(address));
    const pages: Record<string, object> = {};
    for (const language of LANGUAGES) pages[language] = shownBy(await getSafely(`${address}?locale=${language}`));
    await tryInputs(
      'Parameters of every route, at the web server',
      { all: 1000, some: 10 },
      query,
      async (parameters) => {
        const text = formatText(parameters);
        const answer = await getSafely(`${address}?${text}`);
        if (isTooLong(text)) return;
        const shown = shownBy(answer);
        const isChosen = parameters.some(({ name }) => name === 'locale' || name === 'version');
        const location = known.location === undefined ? undefined : `${known.location}?${text}`;
        const language = answer.headers.get('content-language') ?? 'en';
        const expected = isChosen ? { ...known, ...pages[language] } : known;
        expect(shown).toEqual({ ...expected, location });
        expect(LANGUAGES).toContain(language);
      },
    );
    expect(portal.logged).toEqual([]);
  },
  INPUTS_LIMIT_MS,
);

import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { parseLiveView } from '@portal/contract/live-view';
import { cookiesSetBy } from '@portal/node-kit/testing';
import { promoteAll } from '@portal/release/testing';
import type { WebServer } from './server.ts';
import { SamplePortal } from './testing/sample-portal.ts';

let portal: SamplePortal;
let server: WebServer;

const withNewerParts = SamplePortal.prepared(async (made) => {
  await made.publishAll();
  for (const name of ['mfe-hubs', 'shell'] as const)
    await made.publish(name, { version: '1.1.0', contents: { 'main.js': 'export const newer = true;' } });
  await made.release();
});

beforeEach(async () => {
  portal = await withNewerParts();
  server = await portal.start();
});
afterEach(() => portal.remove());

const get = (path: string, headers: Record<string, string> = {}) => fetch(server.url + path, { headers });
/** A visitor with this number for each running bucketing key. */
const having = async (number: number) => ({ cookie: await portal.bucketsCookie(number) });
const findHubs = (page: string) => /"mfe-hubs":\{"version":"([^"]+)"/.exec(page)?.[1];
const hubs = async (number: number) => findHubs(await (await get('/settings', await having(number))).text());

async function startCanary(percent: number, parts: readonly string[] = ['mfe-hubs']): Promise<void> {
  await portal.releaseCanary(parts, percent);
  portal.time += 1000;
}

/** The cookies that a page sets for a visitor with `cookie`, but the token of the visit, which every page sets. */
const setFor = async (cookie = '') =>
  (await get('/settings', { cookie })).headers.getSetCookie().filter((each) => !each.startsWith('portal_visit='));

describe('the cookie of a visitor’s numbers', () => {
  test('has one number for each running canary, and scripts cannot read it', async () => {
    await startCanary(10);
    await startCanary(20, ['shell']);
    expect(await setFor()).toEqual([
      expect.stringMatching(
        /^portal_buckets=mfe-hubs-2=(0|[1-9]\d?)&shell-3=(0|[1-9]\d?); Max-Age=7776000; Path=\/; HttpOnly; SameSite=Lax$/,
      ),
    ]);
  });

  test('stays unchanged once it is set, also while the canary grows', async () => {
    await startCanary(10);
    expect(await setFor('portal_buckets=mfe-hubs-2=7')).toEqual([]);
    await startCanary(50);
    expect(await setFor('portal_buckets=mfe-hubs-2=7')).toEqual([]);
  });

  test('gets a number for a canary that begins, and keeps the others', async () => {
    await startCanary(10);
    await startCanary(20, ['shell']);
    expect(await setFor('portal_buckets=mfe-hubs-2=7')).toEqual([
      expect.stringMatching(/^portal_buckets=mfe-hubs-2=7&shell-3=\d+;/),
    ]);
  });

  test('drops the number of a canary that has ended, and goes with the last one', async () => {
    await startCanary(10);
    await startCanary(20, ['shell']);
    await portal.endCanary('mfe-hubs');
    expect(await setFor('portal_buckets=mfe-hubs-2=7&shell-3=5')).toEqual([
      expect.stringMatching(/^portal_buckets=shell-3=5;/),
    ]);
    await portal.endCanary('shell');
    const [gone, ...others] = await setFor('portal_buckets=shell-3=5');
    expect(gone).toBe('portal_buckets=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax');
    expect(others).toEqual([]);
  });

  test('keeps a number of a later release, which another web server serves already', async () => {
    await startCanary(10);
    expect(await setFor('portal_buckets=mfe-hubs-2=7&shell-3=5')).toEqual([]);
    expect(await setFor('portal_buckets=shell-3=5')).toEqual([
      expect.stringMatching(/^portal_buckets=mfe-hubs-2=\d+&shell-3=5;/),
    ]);
  });

  test.each(['100', '-1', '07', '1e1', '', '7=7'])('is drawn again where a number is "%s"', async (text) => {
    await startCanary(10);
    expect(await setFor(`portal_buckets=mfe-hubs-2=${text}`)).toEqual([
      expect.stringMatching(/^portal_buckets=mfe-hubs-2=\d+;/),
    ]);
  });

  test('loses what is no entry, and what is one too many', async () => {
    await startCanary(10);
    const hostile = `__proto__=1&<script>=2&${'x'.repeat(81)}=3&mfe-hubs-2=7&nothing`;
    expect(await setFor(`portal_buckets=${hostile}`)).toEqual([expect.stringMatching(/^portal_buckets=mfe-hubs-2=7;/)]);
    const many = Array.from({ length: 50 }, (_, index) => `later-${String(index + 10)}=5`);
    const [cookie = ''] = await setFor(`portal_buckets=${many.join('&')}`);
    expect(cookie.split(';')[0]?.split('&')).toHaveLength(7);
  });

  test('is chosen at random: many numbers occur, and none dominates', async () => {
    await startCanary(10);
    const drawn = new Set<string | undefined>();
    for (let visitor = 0; visitor < 12; visitor += 1) {
      drawn.add(cookiesSetBy(await get('/login'))[0]?.value);
    }
    expect(drawn.size).toBeGreaterThan(5);
  });
});

describe('a canary', () => {
  test('is served to the visitors of its share on every visit, and to no others', async () => {
    await startCanary(10);
    expect([await hubs(0), await hubs(9), await hubs(10), await hubs(99)]).toEqual([
      '1.1.0',
      '1.1.0',
      '1.0.0',
      '1.0.0',
    ]);
    expect(await hubs(9)).toBe('1.1.0');
  });

  test('stays with its visitors over a release of another part', async () => {
    await startCanary(10);
    await promoteAll(portal.store, { shell: '1.1.0' });
    portal.time += 1000;
    const answers = [9, 10].map(async (number) => {
      const answer = await get('/settings', { cookie: `portal_buckets=mfe-hubs-2=${String(number)}` });
      const bucketingKeys = answer.headers.getSetCookie().filter((cookie) => cookie.startsWith('portal_buckets='));
      return [findHubs(await answer.text()), bucketingKeys];
    });
    expect(await Promise.all(answers)).toEqual([
      ['1.1.0', []],
      ['1.0.0', []],
    ]);
  });

  test('applies to the whole page: entry, preloads, integrity and data are of one version', async () => {
    await startCanary(10, ['shell', 'mfe-hubs']);
    const { files, entry } = await portal.store.readManifest('mfe-hubs', '1.1.0');
    const page = await (
      await get('/settings', { cookie: `access_token=abc; ${await portal.bucketsCookie(3)}` })
    ).text();
    const main = await portal.fileLike('mfe-hubs', 'main.', '1.1.0');
    expect(page).toContain(
      `modulepreload" crossorigin integrity="${files[main]?.integrity}" href="/assets/mfe-hubs/${main}`,
    );
    expect(page).toContain(`"entry":"${entry}"`);
    expect(page).toContain('"shell":{"version":"1.1.0"');
    // The version of all other visitors is the one that is known to work.
    expect(page).toContain('"fallback":{"version":"1.0.0"');
  });
});

describe('the view in /release.json', () => {
  const readView = async (number: number) =>
    parseLiveView(await (await get('/release.json', await having(number))).json());

  test('changes for the visitors of a canary, and stays the same for all others', async () => {
    const before = { in: await readView(3), out: await readView(40) };
    expect(before.in).toEqual(before.out);
    expect(before.out).toMatchObject({ number: 1, urgent: 0 });
    await startCanary(10);
    expect(await readView(40)).toEqual({ ...before.out, number: 2 });
    expect(await readView(3)).not.toMatchObject({ view: before.in.view });
  });

  test('is the same as in the page itself', async () => {
    const { view } = await readView(40);
    expect(await (await get('/settings', await having(40))).text()).toContain(`"view":"${view}"`);
  });

  test('gives a 304 until a release changes it', async () => {
    const tag = (await get('/release.json', await having(3))).headers.get('etag') ?? '';
    const again = await get('/release.json', { ...(await having(3)), 'if-none-match': tag });
    expect([again.status, await again.text(), again.headers.get('vary')]).toEqual([304, '', 'cookie']);
    await startCanary(10);
    expect((await get('/release.json', { ...(await having(3)), 'if-none-match': tag })).status).toBe(200);
  });

  test('still names an urgent release after a later one', async () => {
    await portal.release({ urgent: true });
    await startCanary(10);
    expect(await readView(40)).toMatchObject({ number: 3, urgent: 2 });
  });

  test('contains no canary for a visitor without a cookie', async () => {
    await startCanary(99);
    expect(await (await get('/release.json')).json()).toEqual(await readView(99));
    expect((await get('/release.json')).headers.get('set-cookie')).toBeNull();
  });
});

test('a damaged canary holds back its release for all visitors', async () => {
  const main = await portal.fileLike('mfe-hubs', 'main.', '1.1.0');
  await portal.releaseCanary(['mfe-hubs'], 10);
  portal.damage(`artifacts/mfe-hubs/${main}`, 'e');
  portal.time += 1000;
  expect([await hubs(3), await hubs(40)]).toEqual(['1.0.0', '1.0.0']);
  expect(portal.logged).toEqual([expect.stringMatching(/^Release 2 .*: .*main\./)]);
});

import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { parseLiveParts } from '@portal/contract/live-parts';
import { parseLiveView } from '@portal/contract/live-view';
import type { PartAnswer } from '@portal/contract/part-descriptor';
import { parsePartAnswer, parseRoleParts, RESTRICTED } from '@portal/contract/part-descriptor';
import { previewVersions } from '@portal/release/operations/preview-versions';
import type { SampleBuild } from '@portal/release/testing';
import { promoteAll, publishSample } from '@portal/release/testing';
import { SamplePortal, sampleRoute } from './testing/sample-portal.ts';

/** What nobody without one of the roles may find anywhere. */
const SECRET = /staff|\bsupport\b/i;

const text = (words: string) => ({ en: words, de: `${words} (de)`, fr: `${words} (fr)`, nl: `${words} (nl)` });
const route = (path: string, anyRole: string[]) =>
  sampleRoute(path, 'people', { access: { anyRole, otherwise: '/login' }, skeleton: 'table' });
const STAFF: SampleBuild = {
  name: 'mfe-staff',
  version: '1.0.0',
  contents: {
    'entry.js': '/* staff */',
    'main.js': '/* staff main */',
    'staff.css': '.staff{color:red}',
    'mf-manifest.json': '{"name":"staff"}',
  },
  declaration: {
    onlyFor: { anyRole: ['support', 'admin'] },
    routes: [route('/staff/people', ['support', 'admin']), route('/staff/journal', ['admin'])],
    redirects: [{ from: '/staff', to: '/staff/people' }],
    header: [{ path: '/staff/people', label: 'people', order: 5 }],
    texts: { people: text('Staff: people') },
  },
};
const SIGNED_IN = { cookie: 'access_token=abc' };

let portal: SamplePortal;
let url = '';

const get = async (path: string, headers: Readonly<Record<string, string>> = {}) =>
  await fetch(url + path, { headers });
const viewNow = async () => parseLiveView(await (await get('/release.json')).json()).view;
const json = async (path: string, query: Readonly<Record<string, string>>): Promise<unknown> => {
  const asked = new URLSearchParams({ view: await viewNow(), ...query }).toString();
  return await (await get(`${path}?${asked}`)).json();
};
const part = async (query: Readonly<Record<string, string>>): Promise<PartAnswer> =>
  parsePartAnswer(await json('/part.json', query));

async function promoteStaff(staff: SampleBuild = STAFF): Promise<void> {
  await publishSample(portal.store, staff);
  await promoteAll(portal.store, { 'mfe-staff': staff.version });
  portal.time += 1000;
}

beforeEach(async () => {
  portal = await SamplePortal.released();
  ({ url } = await portal.start());
});
afterEach(() => portal.remove());

/** A page without what tells releases apart. */
async function pageWithoutView(path: string, headers: Readonly<Record<string, string>>): Promise<string> {
  const html = await (await get(path, headers)).text();
  return html.replace(/"number":\d+/, '"number":0').replace(/"view":"[^"]*"/, '"view":""');
}

describe('a part for some roles', () => {
  test.each([
    ['signed in', SIGNED_IN],
    ['signed out', {}],
  ])('changes no byte of the pages of others, %s [T421]', async (_, headers) => {
    const paths = ['/settings', '/login', '/terms/v2', '/nowhere'];
    const pages = async () => await Promise.all(paths.map((path) => pageWithoutView(path, headers)));
    const before = await pages();
    await promoteStaff();
    expect(await pages()).toEqual(before);
  });

  test('is in no page of others while somebody takes it from a development server', async () => {
    await promoteStaff();
    const override = { part: 'mfe-staff', origin: 'http://localhost:4999' };
    ({ url } = await portal.start({ overrideOrigins: [override.origin] }));
    const now = portal.began + portal.time;
    const { token } = await previewVersions(portal.store, { versions: {}, override }, now);
    const own = await get('/settings', { cookie: `access_token=abc; portal_preview=${token}` });
    expect(await own.text()).toContain('http://localhost:4999/development-override/mfe-staff.js?version=1.0.0');
    expect(await (await get('/settings', SIGNED_IN)).text()).not.toMatch(SECRET);
  });

  test('is in nothing that others ask for [T422]', async () => {
    await promoteStaff();
    expect(await part({ path: '/staff/people' })).toBe(RESTRICTED);
    expect(await part({ path: '/staff' })).toBe(RESTRICTED);
    expect(await part({ part: 'mfe-staff' })).toBe(RESTRICTED);
    expect(await part({ path: '/staff/people', roles: 'developer,owner' })).toBe(RESTRICTED);
    const parts = parseLiveParts(await json('/parts.json', {}));
    expect(parts.map(({ part: name }) => name)).toEqual(['shell', 'mfe-hubs']);
    expect(parseRoleParts(await json('/role-parts.json', { roles: 'developer' }))).toEqual({ parts: [], header: [] });
    expect(await (await get('/licences.txt')).text()).not.toMatch(SECRET);
  });

  test.each([
    ['a stranger', {}],
    ['somebody signed in', SIGNED_IN],
  ])('has no manifest without a hash for %s, whatever roles the address names [T473]', async (_, headers) => {
    await promoteStaff();
    const status = async (path: string) => (await get(`/assets/${path}`, headers)).status;
    expect(await status('mfe-hubs/manifest.json')).toBe(200);
    for (const file of [
      'manifest.json',
      'mf-manifest.json',
      'manifest.json?roles=support',
      'mf-manifest.json?roles=admin',
    ])
      expect([file, await status(`mfe-staff/${file}`)]).toEqual([file, 404]);
  });

  test('comes to whoever names one of the roles, with its header items', async () => {
    await promoteStaff();
    const { parts, header } = parseRoleParts(await json('/role-parts.json', { roles: 'developer,support' }));
    expect(parts.map(({ name, remote }) => [name, remote?.version])).toEqual([['mfe-staff', '1.0.0']]);
    expect(header).toEqual([{ path: '/staff/people', text: text('Staff: people') }]);
    expect(await part({ path: '/staff/people', roles: 'admin' })).toEqual(parts[0]);
    expect(await part({ path: '/settings', roles: 'admin' })).toMatchObject({ name: 'mfe-hubs' });
    const live = parseLiveParts(await json('/parts.json', { roles: 'support' }));
    expect(live.map(({ part: name }) => name)).toEqual(['shell', 'mfe-hubs', 'mfe-staff']);
  });

  test('has pages that say nothing of it, until the account is known', async () => {
    await promoteStaff();
    const answer = await get('/staff/people', SIGNED_IN);
    const html = await answer.text();
    expect([answer.status, /<title>(.*?)<\/title>/.exec(html)?.[1]]).toEqual([200, 'eBike Portal']);
    expect(html).toContain('"isRestricted":true');
    expect(html).not.toMatch(SECRET);
  });

  test('sends those who are not signed in to sign-in', async () => {
    await promoteStaff();
    const html = await (await get('/staff/people')).text();
    expect(/<title>(.*?)<\/title>/.exec(html)?.[1]).toBe('Sign in – eBike Portal');
    expect(html).toContain('"isRestricted":true');
    expect(html).not.toMatch(SECRET);
  });

  test('leaves with its release', async () => {
    await promoteStaff();
    await promoteAll(portal.store, { 'mfe-staff': null });
    portal.time += 1000;
    expect(await part({ path: '/staff/people', roles: 'support' })).toBeNull();
    expect((await get('/staff/people', SIGNED_IN)).status).toBe(404);
  });
});

test('a part for some roles whose routes are all switched off is not there for them either', async () => {
  const routes = (STAFF.declaration?.routes ?? []).map((each) => ({ ...each, when: { staff: true } }));
  await promoteStaff({ ...STAFF, declaration: { ...STAFF.declaration, routes, redirects: [] } });
  ({ url } = await portal.startWith({ features: { singleSignOn: true } }));
  expect(parseRoleParts(await json('/role-parts.json', { roles: 'support' }))).toEqual({ parts: [], header: [] });
  expect((await get('/staff/people', SIGNED_IN)).status).toBe(404);
});

test('a page carries the switches that parts for everybody ask for', async () => {
  await portal.publish('mfe-hubs', { version: '1.1.0', declaration: { features: ['hubMap'] } });
  await promoteAll(portal.store, { 'mfe-hubs': '1.1.0' });
  await promoteStaff({ ...STAFF, declaration: { ...STAFF.declaration, features: ['staff'] } });
  const features = { singleSignOn: true, hubMap: false, staff: true, others: true };
  ({ url } = await portal.startWith({ features }));
  const html = await (await get('/login')).text();
  expect(html).toContain('"features":{"singleSignOn":true,"hubMap":false}');
});

test('a route that depends on a switch exists only while that is on', async () => {
  const [people, journal] = STAFF.declaration?.routes ?? [];
  if (!people || !journal) throw new Error('the sample has two routes');
  await promoteStaff({
    ...STAFF,
    declaration: { ...STAFF.declaration, routes: [people, { ...journal, when: { staffJournal: true } }] },
  });
  expect(await part({ path: '/staff/journal', roles: 'admin' })).toBeNull();
  expect((await get('/staff/journal', SIGNED_IN)).status).toBe(404);
  await portal.startWith({ features: { singleSignOn: true, staffJournal: true, stafJournal: true } });
  expect(portal.logged.join('\n')).toMatch(/: stafJournal$/m);
});

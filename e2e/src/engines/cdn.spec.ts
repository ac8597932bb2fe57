import { createPerson } from '../support/backend.ts';
import { startPortalWithCdn } from '../support/cdn.ts';
import { expect, test } from './test.ts';
import { until } from './user-tab.ts';
import type { UserTab } from './user-tab.ts';

declare global {
  interface Window {
    altered?: true;
  }
}

test.describe.configure({ mode: 'serial' });

let portal: Awaited<ReturnType<typeof startPortalWithCdn>>;
test.beforeAll(async () => {
  portal = await startPortalWithCdn();
});
test.afterAll(async () => {
  await portal.stop();
});

/** The origin that the open page takes its files from. */
const readFiles = async ({ tab }: UserTab) =>
  await tab.evaluate(() => {
    const entry = document.querySelector<HTMLScriptElement>('script[type="module"]');
    return URL.parse(entry?.src ?? '')?.origin;
  });

/** Waits until the page has been loaded again without the CDN. */
async function comesFromPortal(tab: UserTab): Promise<void> {
  await until(async () => {
    expect(await readFiles(tab)).toBe(portal.url);
  });
}

test('a customer uses the portal with files of a CDN: signs in, sees hubs, reads a PDF, changes the language', async ({
  visitor,
  portal: { backendUrl },
}) => {
  const { email } = await createPerson(backendUrl, 'engine', 'owner', { language: 'en' });
  const tab = await visitor.at(portal.url).opens('/account?locale=en');
  await tab.isAt('/login?redirect=%2Faccount%3Flocale%3Den');
  await tab.click({ role: 'link', name: 'Sign in' });
  await tab.enter({ label: /^Email/ }, email);
  await tab.enter({ label: /^Password/ }, 'ebike-demo-1');
  await tab.press('Enter');
  await tab.sees({ role: 'textbox', name: 'First name' });
  await tab.click({ role: 'link', name: 'Manage hubs' });
  await tab.sees({ role: 'switch' });
  await tab.click({ role: 'link', name: 'Terms of use' });
  await tab.click({ role: 'button', name: 'Show as PDF' });
  await tab.sees({ role: 'button', name: 'Read as text' });
  await tab.hasLoaded();
  await until(async () => {
    expect(await tab.tab.evaluate(() => document.querySelector('canvas')?.width ?? 0)).toBeGreaterThan(0);
  });
  await tab.choose({ role: 'combobox', name: 'Language' }, 'nl');
  await tab.isIn('nl');
  expect(await readFiles(tab)).toBe(portal.cdn.origin);
  expect(portal.cdn.asked.length).toBeGreaterThan(10);
  for (const { path, headers } of portal.cdn.asked) {
    expect(path).toMatch(/^\/assets\/[\w-]+\/[\w.-]+$/);
    expect(headers).not.toHaveProperty('cookie');
    expect(headers).not.toHaveProperty('authorization');
    // A script of the CDN names itself where it imports another.
    expect(headers.referer ?? portal.cdn.origin).toContain(portal.cdn.origin);
  }
});

for (const [what, paths] of [
  ['bytes', /./],
  ['style sheets', /\.css$/],
] as const)
  test(`changed ${what} of a CDN never run, and are not noticed`, async ({ visitor }) => {
    portal.cdn.now('changes', paths);
    const tab = await visitor.at(portal.url).opens('/terms?locale=en');
    await comesFromPortal(tab);
    expect(await tab.tab.evaluate(() => window.altered)).toBeFalsy();
  });

for (const [what, manner] of [
  ['changes', 'changes'],
  ['never sends', 'hangs'],
] as const)
  test(`a part that a CDN ${what} while the page is open comes from the portal`, async ({ visitor }) => {
    portal.cdn.now('passes');
    const tab = await visitor.at(portal.url).opens('/login?locale=en');
    expect(await readFiles(tab)).toBe(portal.cdn.origin);
    portal.cdn.now(manner, /^\/assets\/mfe-legal\//);
    await tab.click({ role: 'link', name: 'Terms of use' });
    await comesFromPortal(tab);
    await tab.isAt('/terms');
    await tab.sees({ role: 'button', name: 'Show as PDF' });
  });

test('a CDN that never answers costs five seconds, once', async ({ visitor }) => {
  portal.cdn.now('changes');
  const tab = await visitor.at(portal.url).opens('/login?locale=en');
  portal.cdn.now('hangs');
  await tab.tab.evaluate(() => {
    // As if the CDN had never failed this tab.
    document.cookie = 'portal_files=; Max-Age=0; Path=/';
    sessionStorage.clear();
    // Not by the driver, which would wait for the page that is given up.
    setTimeout(() => window.location.assign('/terms?locale=en'));
  });
  await tab.isAt('/terms?locale=en');
  await comesFromPortal(tab);
  await tab.sees({ role: 'contentinfo' });
  const before = portal.cdn.asked.length;
  await tab.open('/login?locale=en');
  expect(portal.cdn.asked).toHaveLength(before);
});

test('a CDN that is away is not noticed', async ({ visitor }) => {
  await portal.cdn.stop();
  const tab = await visitor.at(portal.url).opens('/terms?locale=en');
  await comesFromPortal(tab);
});

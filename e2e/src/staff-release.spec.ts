import type { Browser } from '@playwright/test';
import { startWebServer } from './support/portal-process.ts';
import type { WebServerProcess } from './support/portal-process.ts';
import { startSignedIn } from './support/portal.ts';
import { liveVersion, readLiveRelease, releaseCommand, untilServed } from './support/releases.ts';
import { expect, test } from './support/watched-test.ts';

/**
 * What a browser gets from the portal on a first visit, until nothing more comes: each address with the size of its
 * answer.
 */
async function firstVisit(browser: Browser, { url }: WebServerProcess, email: string | null, path: string) {
  const context = await browser.newContext();
  if (email !== null) await startSignedIn(context, url, email);
  const page = await context.newPage();
  const answers: Promise<string>[] = [];
  page.on('response', (response) => {
    const { origin, pathname, search } = new URL(response.url());
    // Those come by the clock.
    if (origin !== url || ['/reports', '/release.json'].includes(pathname)) return;
    const asked = pathname + search.replace(/view=[^&]*/, 'view=…');
    const answer = response.body().then(({ length }) => `${asked} ${length}`);
    answer.catch(() => undefined); // of a file that is fetched ahead while the page closes
    answers.push(answer);
  });
  // The last script, which waits until the page has nothing else to do.
  const last = page.waitForResponse(/\/assets\/shell\/vitals\./);
  await page.goto(url + path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await last;
  await page.waitForLoadState('networkidle');
  const seen = new Set(await Promise.all(answers));
  const header = await page.getByRole('banner').innerText();
  await context.close();
  return { seen, header };
}

const VISITS = [
  [null, '/login'],
  [null, '/privacy-policy'],
  [null, '/build-information'],
  ['owner@example.com', '/settings'],
  ['owner@example.com', '/account'],
] as const;

test('the pages of staff come and go with a release, without a new shell and without a byte for customers', async ({
  browser,
  page,
}) => {
  test.setTimeout(120_000);
  const portal = await startWebServer();
  const { stateFolder, url } = portal;
  const version = await liveVersion(stateFolder, 'mfe-staff');
  const visits = async () => {
    const all = [];
    for (const [email, path] of VISITS) all.push(await firstVisit(browser, portal, email, path));
    return { seen: all.map(({ seen }) => seen), headers: all.map(({ header }) => header) };
  };
  const nav = page.getByRole('navigation', { name: 'Main' });
  const staff = nav.getByRole('link', { name: 'Customer service' });

  await releaseCommand(stateFolder, 'rollback', 'mfe-staff', '--to', 'none', '--reason', 'Not yet');
  await untilServed(portal);
  const before = await readLiveRelease(stateFolder);
  const without = await visits();
  await startSignedIn(page.context(), url, 'admin@example.com');
  await page.goto(`${url}/settings`);
  await expect(nav.getByRole('link', { name: 'Manage hubs' })).toBeVisible();
  await expect(staff).toHaveCount(0);
  expect((await page.request.get(`${url}/staff`)).status()).toBe(404);

  await releaseCommand(stateFolder, 'promote', `mfe-staff@${version}`, '--reason', 'Customer service starts');
  await untilServed(portal);
  const live = await visits();
  expect(live.headers).toEqual(without.headers);
  // What an idle page fetches ahead of other remotes may come a moment too late for one of the lists.
  const known = new Set(without.seen.flatMap((seen) => [...seen]));
  const findAddress = (answer: string) => answer.split(' ')[0];
  const asked = new Set([...known].map(findAddress));
  const isAhead = (answer: string) =>
    /^\/(?:assets\/mfe-(?!staff)|part\.json)/.test(answer) && !asked.has(findAddress(answer));
  const further = live.seen.map((seen) => [...seen].filter((answer) => !known.has(answer) && !isAhead(answer)));
  expect(further).toEqual(VISITS.map(() => []));
  await page.goto(`${url}/settings`);
  await staff.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Find a person' })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/staff/people');
  const { 'mfe-staff': released, ...others } = (await readLiveRelease(stateFolder)).remotes;
  expect(released?.version).toBe(version);
  expect({ shell: (await readLiveRelease(stateFolder)).shell, remotes: others }).toEqual({
    shell: before.shell,
    remotes: before.remotes,
  });

  await releaseCommand(stateFolder, 'rollback', 'mfe-staff', '--to', 'none', '--reason', 'Not yet, after all');
  await untilServed(portal);
  await page.goto(`${url}/settings`);
  await expect(nav.getByRole('link', { name: 'Manage hubs' })).toBeVisible();
  await expect(staff).toHaveCount(0);
  expect((await page.request.get(`${url}/staff`)).status()).toBe(404);
  await portal.stop();
});

import type { Page } from '@playwright/test';
import { createPerson } from './support/backend.ts';
import { changeData } from './support/change-answer.ts';
import { holdFiles, readShifts, addUp, watchShifts } from './support/held-page.ts';
import { expect, expectRunning, startSignedIn, test } from './support/portal.ts';

test.describe.configure({ mode: 'parallel' });

const SCRIPTS = /\/assets\/.+\.js$/;
const FILLED = '#prerendered[data-filled]';

/**
 * What the main part shows, without what differs from one rendering to the next: markup, places, and the values of
 * fields.
 */
async function seen(page: Page, within: string) {
  return await page.locator(within).evaluate((box) => {
    const all = [...box.querySelectorAll<HTMLElement>('*')];
    // Ids that React makes differ; what a field shows is its value.
    const getAttributes = (element: Element) =>
      [...element.attributes]
        .filter(({ name, value }) => !/^_[rR]_/.test(value) && !['value', 'checked', 'selected'].includes(name))
        .map(({ name, value }) => `${name}="${value}"`)
        .toSorted()
        .join(' ');
    return {
      text: box.textContent,
      elements: all.map((element) => `${element.tagName} ${getAttributes(element)}`),
      checked: all.map((element) => ('checked' in element ? element.checked : '')).filter((value) => value !== ''),
      places: all.map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        return `${element.tagName} ${[x, y, width, height].map((pixels) => Math.round(pixels)).join(' ')}`;
      }),
      values: all.map((element) => ('value' in element ? element.value : '')).filter((value) => value !== ''),
    };
  });
}

/** Notes in the page whether a skeleton is shown from now on. */
async function watchSkeletons(page: Page): Promise<void> {
  await page.evaluate(() => {
    const look = () => {
      if (document.querySelector('main .skeleton')) Object.assign(window, { hadSkeleton: true });
    };
    new MutationObserver(look).observe(document, { childList: true, subtree: true });
  });
}

const SCREENS = [
  ['/settings', 'owner', 'en', 1280, ['@journey']],
  ['/settings', 'guest', 'de', 375, []],
  ['/settings', 'unmigrated', 'nl', 1280, []],
  ['/account', 'owner', 'de', 1280, ['@journey']],
  ['/account', 'unmigrated', 'fr', 375, []],
] as const;

for (const [path, copyOf, language, width, tag] of SCREENS)
  test(
    `${path} of ${copyOf} in ${language} is shown before any script has come, and does not change when the page runs`,
    { tag: [...tag] },
    async ({ page, portal }) => {
      const { email } = await createPerson(portal.backendUrl, 'first', copyOf, { language });
      await startSignedIn(page.context(), portal.url, email);
      await page.context().addCookies([{ name: 'portal_user_language', value: language, url: portal.url }]);
      await page.setViewportSize({ width, height: 900 });
      await watchShifts(page);
      // The list of countries and the consent to news come later than the page.
      await page.route('**/hc-terms-and-conditions/**', () => undefined);
      await page.route('**/account/notifications', () => undefined);
      const release = await holdFiles(page, SCRIPTS);
      await page.goto(path, { waitUntil: 'commit' });
      await expect(page.locator(FILLED)).toBeVisible();
      const before = await seen(page, FILLED);
      await watchSkeletons(page);
      await release();
      await expectRunning(page);
      expect(await seen(page, 'main')).toEqual(before);
      expect(addUp(await readShifts(page))).toBe(0);
      expect(await page.evaluate(() => 'hadSkeleton' in window)).toBe(false);
    },
  );

interface Portal {
  readonly url: string;
  readonly backendUrl: string;
}

/** Signs somebody in, and holds scripts back. */
async function hold(page: Page, portal: Portal, scripts = SCRIPTS) {
  const { email, hubs } = await createPerson(portal.backendUrl, 'first', 'owner', { language: 'en' });
  await startSignedIn(page.context(), portal.url, email);
  const release = await holdFiles(page, scripts);
  return { release, serials: hubs.map(({ serial }) => serial) };
}

/** Opens a page of somebody with the scripts held back, and waits until its data are shown. */
async function openHeld(page: Page, portal: Portal, path = '/settings', scripts = SCRIPTS) {
  const held = await hold(page, portal, scripts);
  await page.goto(path, { waitUntil: 'commit' });
  await expect(page.locator(FILLED)).toBeVisible();
  // A test may take longer than a page may take to start.
  await page.evaluate(() => clearTimeout(window.__startTimer));
  return held;
}

/** Resolves once early reads, styles and the script that fills have come to an end. */
async function settled(page: Page): Promise<void> {
  await page.waitForFunction(async () => {
    if (document.readyState === 'loading') return false;
    // On a slow machine, the message that the portal has not started would take the skeleton's place.
    clearTimeout(window.__startTimer);
    const { __earlyReads: reads = {} } = window as unknown as { __earlyReads?: Record<string, Promise<unknown>> };
    await Promise.allSettled(Object.values(reads));
    return [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].every(({ sheet }) => sheet !== null);
  });
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
}

test(
  'what is pressed and chosen before the page runs is done when it runs, once',
  { tag: '@journey' },
  async ({ page, portal }) => {
    // On a narrow screen, which has the list of orders.
    await page.setViewportSize({ width: 375, height: 900 });
    const { release, serials } = await openHeld(page, portal);
    const [first = '', second = ''] = serials;
    const changes: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'PUT' && request.url().includes('/settings')) changes.push(request.url());
    });
    const sharing = page.getByRole('switch', { name: `Share hub ${first}` });
    const wasShared = await sharing.isChecked();
    await sharing.click();
    await sharing.click();
    // Nothing has changed yet, so it must not look as if it had.
    expect(await sharing.isChecked()).toBe(wasShared);
    await page.getByRole('combobox', { name: 'Sort by' }).selectOption('serial descending');
    await page.getByRole('button', { name: `Release hub ${second}` }).click();
    await release();
    await expectRunning(page);
    await expect(page.getByRole('group', { name: new RegExp(second) })).toBeVisible();
    await expect(sharing).toBeChecked({ checked: !wasShared });
    await expect(page).toHaveURL('/settings?sort=-serial');
    expect(changes).toHaveLength(1);
  },
);

test('the focus stays on the control that has it when the page runs', async ({ page, portal }) => {
  const { release, serials } = await openHeld(page, portal);
  const control = page.getByRole('switch', { name: `Share hub ${serials[1] ?? ''}` });
  await control.focus();
  await release();
  await expectRunning(page);
  await expect(control).toBeFocused();
});

test('what is typed before the page runs stays, and can be saved', async ({ page, portal }) => {
  const { release } = await openHeld(page, portal, '/account');
  const firstName = page.getByRole('textbox', { name: 'First name' });
  await firstName.fill('Marlene');
  await firstName.press('Enter');
  await release();
  await expectRunning(page);
  await expect(firstName).toHaveValue('Marlene');
  await expect(firstName).toBeFocused();
  await page.getByRole('button', { name: 'Save profile' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible();
});

test('what was chosen stays with its page', async ({ page, portal }) => {
  await page.setViewportSize({ width: 375, height: 900 });
  const release = await holdFiles(page, /\/assets\/mfe-hubs\/settings\..+\.js$/);
  const { release: start } = await openHeld(page, portal, '/settings', /\/assets\/shell\/.+\.js$/);
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('serial descending');
  await start();
  // The shell shows a copy, in which it is chosen, too.
  await expect(page.locator('#prerendered:not([data-filled])')).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Sort by' })).toHaveValue('serial descending');
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('link', { name: /@/ }).click();
  await expect(page.getByRole('textbox', { name: 'First name' })).toHaveValue('Mara');
  await expect(page.getByRole('button', { name: 'Save profile' })).toBeDisabled();
  await release();
});

test('what was pressed is forgotten when the page does not come', async ({ page, portal }) => {
  const changes: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PUT' && request.url().includes('/settings')) changes.push(request.url());
  });
  const own = /\/assets\/mfe-hubs\/.+\.js$/;
  await page.route(own, async (route) => await route.abort());
  const { release, serials } = await openHeld(page, portal, '/settings', /\/assets\/shell\/.+\.js$/);
  const sharing = page.getByRole('switch', { name: `Share hub ${serials[0] ?? ''}` });
  const wasShared = await sharing.isChecked();
  await sharing.click();
  await release();
  await expect(page.getByRole('alert')).toBeVisible();
  await page.unroute(own);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(sharing).toBeChecked({ checked: wasShared });
  await expect(page.getByRole('contentinfo')).toBeVisible();
  expect(changes).toEqual([]);
});

test('texts of the API stay texts [T318]', async ({ page, portal }) => {
  const { release } = await hold(page, portal);
  const serial = '<img src=x onerror="document.title=1">';
  await page.route(
    '**/api/hubs',
    async (route) =>
      await changeData(route, (data: readonly object[]) => ({ data: data.map((hub) => ({ ...hub, serial })) })),
  );
  await page.goto('/settings', { waitUntil: 'commit' });
  await expect(page.locator(FILLED).getByText(serial).first()).toBeVisible();
  await release();
  await expectRunning(page);
  expect(await page.locator('main img').count()).toBe(0);
});

/** What only the running page can show: an address, and a call with how its answer is changed. */
const ODD: Readonly<
  Record<string, { readonly path?: string; readonly change?: readonly [call: string, to: (data: never) => object] }>
> = {
  'a list in another order': { path: '/settings?sort=serial' },
  'an account in another language': {
    change: ['account/', (data: object) => ({ data: { ...data, language: 'fr' } })],
  },
  'a hub with a date that cannot be read': {
    change: ['hubs', ([hub]: object[]) => ({ data: [{ ...hub, activationTime: 'x' }] })],
  },
  'a refusal with status 200': {
    change: ['hubs', (data: object) => ({ data, errors: [{ code: 1, error: 'refused' }] })],
  },
};

for (const [what, { path = '/settings', change }] of Object.entries(ODD))
  test(`${what} waits for the running page`, async ({ page, portal }) => {
    const { release } = await hold(page, portal);
    if (change) await page.route(`**/api/${change[0]}`, async (route) => await changeData(route, change[1]));
    await page.goto(path, { waitUntil: 'commit' });
    await settled(page);
    await expect(page.locator('main .skeleton').first()).toBeVisible();
    await expect(page.locator(FILLED)).toHaveCount(0);
    await release();
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
  });

test('without one of its style sheets the skeleton stays', async ({ page, portal }) => {
  const { release } = await hold(page, portal);
  // A failed link has an empty style sheet, and has it before it says that it failed.
  await page.addInitScript(() => {
    const sheet = Object.getOwnPropertyDescriptor(HTMLLinkElement.prototype, 'sheet');
    Object.defineProperty(HTMLLinkElement.prototype, 'sheet', {
      get(this: HTMLLinkElement) {
        return this.href.includes('/mfe-hubs/') ? new CSSStyleSheet() : (sheet?.get?.call(this) as unknown);
      },
    });
  });
  const answer = Promise.withResolvers<undefined>();
  await page.route(/\/assets\/mfe-hubs\/.+\.css$/, async (route) => {
    await answer.promise;
    await route.fulfill({ status: 404, body: '' });
  });
  await page.goto('/settings', { waitUntil: 'commit' });
  await settled(page);
  answer.resolve(undefined);
  await expect(page.locator('link[rel=stylesheet][href*="/mfe-hubs/"]')).toHaveCount(0);
  await settled(page);
  await expect(page.locator('main .skeleton').first()).toBeVisible();
  await expect(page.locator(FILLED)).toHaveCount(0);
  await release();
});

test('data that come late leave the message that the portal did not start', async ({ page, portal }) => {
  const { release } = await hold(page, portal, /\/api\/hubs$/);
  await page.route(/\/assets\/shell\/.+\.js$/, async (route) => await route.abort());
  await page.goto('/settings', { waitUntil: 'commit' });
  await expect(page.getByRole('alert')).toBeVisible();
  await release();
  await page.evaluate(async () => await window.__preview);
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(page.locator(FILLED)).toHaveCount(0);
});

test('a session that ends before the page runs shows nothing any more', async ({ page, portal }) => {
  const { release } = await openHeld(page, portal);
  await page.context().clearCookies({ name: /token/ });
  await release();
  await expect(page).toHaveURL(/\/login/);
  await expect(page.locator(FILLED)).toHaveCount(0);
});

import { join } from 'node:path';
import { freePort } from '@portal/node-kit/testing';
import { listParts } from '../../scripts/start/parts.ts';
import { serveBuiltCatalogue } from '../../scripts/dev/run-catalogue.ts';
import { expect, expectNoAxeViolations, test, useTheme } from './support/portal.ts';

const ROOT = join(import.meta.dirname, '../..');
const PARTS = ['ui', ...listParts(ROOT)];

let url = '';
let stop: () => Promise<void>;
let states: readonly string[] = [];

test.beforeAll(async ({ browser }) => {
  test.setTimeout(120_000);
  const port = await freePort();
  stop = await serveBuiltCatalogue(ROOT, port);
  url = `http://localhost:${port}`;
  const page = await browser.newPage();
  await page.goto(url);
  const links = page.getByRole('navigation').getByRole('link');
  await expect(links).not.toHaveCount(0);
  const addresses = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
  states = addresses.map((address) => new URLSearchParams(address).get('state') ?? '');
  await page.close();
});
test.afterAll(async () => await stop());

for (const part of PARTS)
  test(`no state of ${part} in the catalogue breaks WCAG 2.2 AA, light or dark, in the longest language`, async ({
    page,
  }) => {
    test.setTimeout(300_000);
    const own = states.filter((state) => state.startsWith(`${part}/`));
    expect(own).not.toEqual([]);
    for (const state of own)
      await test.step(state, async () => {
        await page.goto(`${url}/state.html?language=de&state=${state}`);
        await expect(page.locator('html')).toHaveAttribute('data-shown', '');
        for (const theme of ['light', 'dark'] as const) {
          await useTheme(page, theme);
          await expectNoAxeViolations(page);
        }
      });
  });

test('a refusal is in view in a dialog that is longer than a phone', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 667 });
  await page.goto(`${url}/state.html?language=de&state=mfe-staff/person-page/deletion-refused`);
  await expect(page.getByRole('dialog').getByRole('alert')).toBeInViewport({ ratio: 1 });
});

test('the toolbar of the catalogue changes theme, language and width, and the address keeps the choice', async ({
  page,
}) => {
  await page.goto(`${url}/?state=mfe-hubs/settings-page/owner-and-guest`);
  const frame = page.frameLocator('iframe');
  await expect(frame.getByRole('heading', { name: 'Your hubs' })).toBeVisible();
  await page.getByRole('combobox', { name: 'Language' }).selectOption('de');
  await page.getByRole('combobox', { name: 'Theme' }).selectOption('dark');
  await page.getByRole('combobox', { name: 'Width' }).selectOption('320');
  await expect(frame.getByRole('heading', { name: 'Ihre Hubs' })).toBeVisible();
  await expect(frame.locator('html')).toHaveAttribute('data-theme', 'dark');
  expect(new URL(page.url()).search).toMatch(/theme=dark&language=de&width=320$/);
  await page.reload();
  await expect(frame.getByRole('heading', { name: 'Ihre Hubs' })).toBeVisible();
  expect(await frame.locator('html').evaluate(({ clientWidth }) => clientWidth)).toBeLessThanOrEqual(320);
});

import { readFile } from 'node:fs/promises';
import { openAccount } from './support/account.ts';
import { expect, test } from './support/portal.ts';

test.describe.configure({ mode: 'parallel' });

test('the user downloads the own data, as a table and for programs, without any token', async ({ page, portal }) => {
  const { email } = await openAccount({ page, portal, locale: 'en' });
  const tokens = (await page.context().cookies()).filter(({ name }) => name.endsWith('_token'));
  expect(tokens).toHaveLength(2);
  for (const format of ['CSV', 'JSON']) {
    const started = page.waitForEvent('download');
    await page.getByRole('button', { name: new RegExp(format) }).click();
    const download = await started;
    expect(download.suggestedFilename()).toMatch(
      new RegExp(String.raw`^ebike-portal-data-\d{4}-\d\d-\d\d\.${format.toLowerCase()}$`),
    );
    const text = await readFile(await download.path(), 'utf8');
    expect(text).toContain(email);
    for (const { value } of tokens) expect(text).not.toContain(value);
  }
});

test('an address with a section opens there, with the focus on its heading, and the page uses its width', async ({
  page,
  portal,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await openAccount({ page, portal, locale: 'en', path: '/account#data' });
  const heading = page.getByRole('heading', { name: 'Your data' });
  await expect(heading).toBeFocused();
  await expect(heading).toBeInViewport();
  const links = page.getByRole('navigation', { name: 'Sections of this page' });
  await expect(links).toBeInViewport({ ratio: 1 });
  // The column of links ends where the page ends; the sections fill the rest.
  const [title, sections, column] = await Promise.all(
    ['.page-head h1', '.account > .sections', '.account > nav'].map(
      async (each) => await page.locator(each).boundingBox(),
    ),
  );
  expect(sections?.x).toBe(title?.x);
  expect((column?.x ?? 0) + (column?.width ?? 0)).toBe((title?.x ?? 0) + (title?.width ?? 0));
  expect((column?.x ?? 0) - (sections?.x ?? 0) - (sections?.width ?? 0)).toBeLessThan(100);
  await links.getByRole('link', { name: 'Email' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Email' })).toBeFocused();
  await expect(page.getByRole('heading', { name: 'Email' })).toBeInViewport();
  await expect(page).toHaveURL('/account#email');
});

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from './support/portal.ts';

/** As people set it in Chromium: block all cookies. */
const BLOCK = { profile: { default_content_setting_values: { cookies: 2 } } };

test('a browser that blocks cookies is told so at sign-in, with the way to the answer', async ({
  playwright,
  portal,
  launchOptions,
}) => {
  const profile = await mkdtemp(join(tmpdir(), 'portal-profile-'));
  await mkdir(join(profile, 'Default'));
  await writeFile(join(profile, 'Default/Preferences'), JSON.stringify(BLOCK));
  const { CHROMIUM_PATH: executablePath } = process.env; // the headless shell reads no profile
  const context = await playwright.chromium.launchPersistentContext(profile, {
    ...launchOptions,
    ...(executablePath !== undefined && { executablePath }),
  });
  try {
    const page = await context.newPage();
    await page.goto(`${portal.url}/login`);
    await page
      .getByRole('alert')
      .filter({ has: page.getByRole('heading', { name: 'Your browser blocks cookies' }) })
      .getByRole('link')
      .click();
    await expect(page.locator('details[open]')).toHaveAttribute('id', /^3-.*cookies/);
  } finally {
    await context.close();
    await rm(profile, { recursive: true, force: true });
  }
});

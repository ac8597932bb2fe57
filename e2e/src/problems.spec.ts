import { expect as expectSoon } from '@playwright/test';
import type { Page } from '@playwright/test';
import { test } from './support/development.ts';
import { openAs } from './support/portal.ts';

/** What is edited is built first. */
const expect = expectSoon.configure({ timeout: 30_000 });

const SETTINGS_PAGE = 'mfe-hubs/src/pages/settings-page.tsx';
const HUB_STYLES = 'mfe-hubs/src/features/hubs/hub-row.css';
const GERMAN = 'mfe-hubs/src/locales/de.json';

const problems = (page: Page) => page.getByRole('alert', { name: /problem/ });

/** Makes a mistake in a source, does `look`, and repairs it. The problem must then be gone. */
async function withMistake(
  page: Page,
  { edit }: { readonly edit: (file: string, change: (text: string) => string) => Promise<void> },
  [file, make]: readonly [file: string, make: (text: string) => string],
  look: () => Promise<void>,
): Promise<void> {
  let before = '';
  await edit(file, (text) => {
    before = text;
    return make(text);
  });
  await look();
  await edit(file, () => before);
  // The repair may load the page anew.
  await expect(page.getByText(/^\d problems?$/).or(problems(page))).toHaveCount(0);
}

test('a page tells its developer what is wrong, and recovers by itself', async ({ page, development }) => {
  test.slow();
  const { sources } = development;
  await openAs(page, 'owner@example.com');
  const heading = page.getByRole('heading', { level: 1 });
  const hubs = page.getByRole('switch');
  await expect(hubs.first()).toBeVisible();

  await test.step('of code that does not build: with its place, which opens in the editor', async () => {
    await withMistake(page, sources, [SETTINGS_PAGE, (text) => `${text}const broken = <b>;\n`], async () => {
      await expect(problems(page)).toContainText('mfe-hubs does not build');
      const opened = page.waitForResponse('**/development-editor');
      await problems(page)
        .getByRole('button', { name: new RegExp(`^${SETTINGS_PAGE}:\\d+:\\d+$`) })
        .click();
      expect((await opened).status()).toBe(200);
      await page.keyboard.press('Escape');
      await expect(problems(page)).toHaveCount(0);
      await page.getByRole('button', { name: '1 problem' }).click();
      await expect(problems(page)).toBeVisible();
    });
  });

  await test.step('of types', async () => {
    await withMistake(
      page,
      sources,
      [SETTINGS_PAGE, (text) => `${text}const wrong: number = 'a';\nvoid wrong;\n`],
      async () => {
        await expect(problems(page)).toContainText('TS2322');
      },
    );
  });

  await test.step('of texts: a warning waits to be opened', async () => {
    await withMistake(page, sources, [GERMAN, (text) => text.replace(/"greetingAlone": .*\n/, '')], async () => {
      await page.getByRole('button', { name: '1 problem' }).click();
      await expect(problems(page)).toContainText('de.json');
    });
  });

  await test.step('of a rule of releases: a page that loads gets the last good builds', async () => {
    await withMistake(page, sources, [HUB_STYLES, (text) => `${text}\nbody { color: red }\n`], async () => {
      await expect(problems(page)).toContainText('[global-style]');
      await page.reload();
      await expect(hubs.first()).toBeVisible();
      await expect(problems(page)).toContainText('[global-style]');
    });
  });

  await test.step('of a component that throws: the page comes back', async () => {
    const broken = (text: string) =>
      text.replace('  return (', "  if (hubs) throw new Error('Broken on purpose');\n  return (");
    await withMistake(page, sources, [SETTINGS_PAGE, broken], async () => {
      await expect(problems(page)).toContainText('Broken on purpose');
      await expect(problems(page).getByRole('button', { name: new RegExp(`^${SETTINGS_PAGE}:`) })).toBeVisible();
    });
    await expect(hubs.first()).toBeVisible();
    await expect(heading).toBeVisible();
  });
});

import { expect as expectSoon } from '@playwright/test';
import type { Page } from '@playwright/test';
import type { SourceCopy } from '../../scripts/testing/source-copy.ts';
import { test } from './support/development.ts';
import { openAs } from './support/portal.ts';

/** What is edited is built first. */
const expect = expectSoon.configure({ timeout: 30_000 });

const SESSION_CORE = 'packages/portal/session/src/session-core.ts';
const SETTINGS_PAGE = 'mfe-hubs/src/pages/settings-page.tsx';
const ACCOUNT_PAGE = 'mfe-account/src/pages/account-page.tsx';

/** A component with a state. */
const NOTES = `
import { useState as useNotes } from 'react';
function Notes() {
  const [notes, setNotes] = useNotes('');
  return <label>Notes <input value={notes} onChange={(event) => setNotes(event.target.value)} /></label>;
}
`;

/** Replaces `text`, which occurs once in the file. */
async function replace({ edit }: SourceCopy, file: string, text: string, by: string): Promise<void> {
  await edit(file, (source) => {
    if (source.split(text).length !== 2) throw new Error(`${file} should contain once: ${text}`);
    return source.replace(text, by);
  });
}

const MARK = 'data-marked';

/** Marks the document and returns a function that expects the page to have it still. */
async function markDocument(page: Page): Promise<() => Promise<void>> {
  const reasons: string[] = [];
  page.on('console', (message) => {
    if (message.text().startsWith('The page was loaded anew')) reasons.push(message.text());
  });
  await page.evaluate((mark) => document.documentElement.setAttribute(mark, ''), MARK);
  return async () => {
    const isMarked = await page.evaluate((mark) => document.documentElement.hasAttribute(mark), MARK);
    expect({ isMarked, reasons }).toEqual({ isMarked: true, reasons: [] });
  };
}

/** From the hubs to the account and back: calls are made anew. */
async function leaveAndReturn(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'owner@example.com' }).click();
  // Before, going back would leave the portal.
  await expect(page).toHaveURL('/account');
  await page.goBack();
  await expect(page).toHaveURL('/settings');
}

test('a part for some accounts is there for those, as in production', async ({ page }) => {
  await openAs(page, 'support@example.com');
  await page.getByRole('banner').getByRole('link', { name: 'Kundenservice' }).click();
  await expect(page).toHaveURL('/staff/people');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('an edit shows at once, in the same page', async ({ page, development }) => {
  test.slow();
  const { sources } = development;
  await openAs(page, 'owner@example.com');
  await expect(page.getByRole('switch').first()).toBeVisible();
  const expectSamePage = await markDocument(page);

  await test.step("of a remote's component, whose state is kept", async () => {
    await sources.edit(SETTINGS_PAGE, (source) => `${source}${NOTES}`);
    await replace(sources, SETTINGS_PAGE, '<HubsLead audience={findAudience(hubs.state)} />', '<Notes />');
    await page.getByLabel('Notes').fill('written before the edit');
    await replace(sources, SETTINGS_PAGE, '<label>Notes ', '<label>Remarks ');
    await expect(page.getByLabel('Remarks')).toHaveValue('written before the edit');
    await expectSamePage();
  });

  await test.step('of two remotes, on the way from one to the other and back', async () => {
    await replace(sources, SETTINGS_PAGE, ": t('greeting', { firstName: user.firstName })}", ": 'Edited hubs'}");
    await expect(page.getByRole('heading', { level: 1, name: 'Edited hubs' })).toBeVisible();
    await page.getByRole('link', { name: 'owner@example.com' }).click();
    await expect(page).toHaveURL('/account');
    await replace(sources, ACCOUNT_PAGE, "title={t('title')}", 'title="Edited account"');
    await expect(page.getByRole('heading', { level: 1, name: 'Edited account' })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1, name: 'Edited hubs' })).toBeVisible();
    await expectSamePage();
  });

  await test.step('of a call', async () => {
    await replace(
      sources,
      'packages/portal/api/src/calls/get-hubs.ts',
      '  return (await send(CALL',
      "  document.documentElement.dataset['called'] = '';\n  return (await send(CALL",
    );
    await expect(async () => {
      await leaveAndReturn(page);
      await expect(page.locator('html[data-called]')).toHaveCount(1, { timeout: 5000 });
    }).toPass();
    await expectSamePage();
  });

  await test.step('of a style sheet', async () => {
    await sources.edit(
      'packages/portal/ui/src/styles/pages.css',
      (css) => `${css}\nh1 { color: rgb(1 2 3) !important }`,
    );
    await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('color', 'rgb(1, 2, 3)');
    await expectSamePage();
  });

  await test.step('of a function of the contract', async () => {
    await replace(
      sources,
      'packages/portal/contract/src/dates.ts',
      'return `${padded(date.getDate',
      'return `~${padded(date.getDate',
    );
    await expect(page.getByRole('cell', { name: /^~/ }).first()).toBeVisible();
    await expectSamePage();
  });

  await test.step('of a text', async () => {
    await sources.edit('mfe-hubs/src/locales/en.json', (texts) => texts.replace('"hubs": "', '"hubs": "Corrected '));
    await expect(page.getByRole('heading', { name: /^Corrected / })).toBeVisible();
    await expectSamePage();
  });

  await test.step('of a title, and the label of a link', async () => {
    await sources.edit('mfe-hubs/remote.json', (texts) => texts.replaceAll('"en": "', '"en": "Declared '));
    await expect(page.getByRole('link', { name: /^Declared Manage/ })).toBeVisible();
    await expect(page).toHaveTitle(/^Declared /);
    await expectSamePage();
  });

  await test.step('of a method', async () => {
    await replace(
      sources,
      SESSION_CORE,
      'return this.#parts().tokens.accessToken();',
      "document.documentElement.dataset['edited'] = '';\n    return this.#parts().tokens.accessToken();",
    );
    await expect(async () => {
      await page.getByRole('switch').first().click();
      await expect(page.locator('html[data-edited]')).toHaveCount(1);
    }).toPass();
    await expectSamePage();
  });

  await test.step('of the session, which stays', async () => {
    await replace(
      sources,
      'packages/portal/session/src/session.ts',
      '  const state = useSession();',
      "  document.documentElement.dataset['user'] = '';\n  const state = useSession();",
    );
    await expect(async () => {
      await leaveAndReturn(page);
      await expect(page.locator('html[data-user]')).toHaveCount(1);
    }).toPass();
    await expectSamePage();
  });

  await test.step('of a function beside values that the shell starts with', async () => {
    await replace(
      sources,
      'packages/portal/contract/src/language.ts',
      '  const letters = tag',
      "  Reflect.set(globalThis, 'edited', tag);\n  const letters = tag",
    );
    await expect(async () => {
      await page.getByRole('combobox', { name: 'Language' }).selectOption('de');
      await page.getByRole('combobox', { name: 'Sprache' }).selectOption('en');
      expect(await page.evaluate(() => 'edited' in globalThis)).toBe(true);
    }).toPass();
    await expectSamePage();
  });

  await test.step('of a field, for which the page loads anew without asking', async () => {
    const asked: string[] = [];
    page.on('dialog', (dialog) => {
      asked.push(dialog.type());
      void dialog.accept();
    });
    await page.getByRole('link', { name: 'owner@example.com' }).click();
    // A browser asks about nothing that was filled in without keys.
    await page.getByRole('textbox').first().pressSequentially('Unsaved');
    await replace(sources, SESSION_CORE, '  #generation = 0;', '  #generation = 0;\n  readonly edited = 1;');
    await expect(page.locator(`html[${MARK}]`)).toHaveCount(0);
    expect(asked).toEqual([]);
  });

  await test.step('of a value that the shell starts with, too', async () => {
    await replace(sources, 'packages/portal/contract/src/language.ts', "de: 'Deutsch',", "de: 'Edited',");
    await expect(page.getByRole('contentinfo').getByRole('option', { name: 'Edited' })).toBeAttached();
  });
});

test('a new remote is there at once, and its build follows rspack.config.ts', async ({ page, development }) => {
  const { sources } = development;
  await openAs(page, 'owner@example.com');
  await sources.newRemote('mfe-bike-pass');
  await page.getByRole('banner').getByRole('link', { name: 'Bike pass' }).click();
  await expect(page).toHaveURL('/bike-pass');

  // The test before may have left types that do not fit.
  const problem = page.getByRole('alert', { name: /problem/ }).filter({ hasText: 'mfe-bike-pass cannot be built' });
  await replace(sources, 'mfe-bike-pass/rspack.config.ts', 'export const options', 'export const none');
  await expect(problem).toBeVisible();
  await replace(sources, 'mfe-bike-pass/rspack.config.ts', 'export const none', 'export const options');
  await expect(problem).toHaveCount(0);
});

test('a change of the development backend counts without a new start, and the session stays', async ({
  page,
  development,
}) => {
  await openAs(page, 'owner@example.com');
  await replace(
    development.sources,
    'packages/development/dev-backend/src/api/get-hubs.ts',
    '    ...hub,\n',
    '    ...hub,\n    serial: `#${hub.serial}`,\n',
  );
  await expect(async () => {
    await page.reload();
    await expect(page.getByText(/^#\d+$/).first()).toBeVisible({ timeout: 5000 });
  }).toPass();
});

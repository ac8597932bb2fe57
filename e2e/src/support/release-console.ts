import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { expectNoAxeViolations, useTheme } from './portal.ts';

/** Password of the demo people. */
const PASSWORD = 'ebike-demo-1';

/** Opens the console and signs in by the identity provider's form; returns on the page that follows. */
export async function openConsole(page: Page, consoleUrl: string): Promise<void> {
  await page.goto(consoleUrl);
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
  await page.getByLabel('Email').fill('manager@example.com');
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL((url) => url.origin === consoleUrl);
}

/** The part's section of the console. */
export function partSection(page: Page, part: string) {
  return page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 3, name: part, exact: true }) });
}

/** Opens the form of an action ("Promote…") on a part, fills it in and opens the confirmation. */
export async function askFor(
  page: Page,
  [action, part]: readonly [action: string, part: string],
  fields: Readonly<Record<string, string>>,
): Promise<void> {
  await partSection(page, part)
    .getByRole('link', { name: `${action} ${part}`, exact: true })
    .click();
  for (const [label, value] of Object.entries(fields)) {
    const field = page.getByLabel(label, { exact: true });
    if (label === 'Reason') await field.fill(value);
    else await field.selectOption(value);
  }
  await page.getByRole('button', { name: 'Show what will change' }).click();
}

/** Expects that a page of the console is accessible in a theme, and does not scroll sideways. */
export async function expectAccessible(page: Page, theme: 'light' | 'dark'): Promise<void> {
  // A page that has just followed has its text before its style sheets.
  await page.waitForLoadState();
  await useTheme(page, theme);
  await expectNoAxeViolations(page);
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow, `${page.url()} scrolls sideways`).toBeLessThanOrEqual(0);
}

/** Presses the button of a confirmation, and waits for the release. */
export async function confirmBy(page: Page, button: string): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click();
  await expect(page.getByRole('status')).toContainText('was created');
}

import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { goWithin } from './hubs-page.ts';

/** Goes to another path inside the open page, and waits until the heading of the old one is gone. */
export async function followTo(page: Page, path: string): Promise<void> {
  await page.getByRole('heading', { level: 1 }).evaluate((heading) => heading.setAttribute('data-left', ''));
  await goWithin(page, path);
  await expect(page.locator('h1[data-left]')).toHaveCount(0);
}

/** Chooses a language in the picker. The page keeps its state, and no call is sent. */
export async function chooseLanguage(page: Page, language: string): Promise<void> {
  const html = page.locator('html');
  if ((await html.getAttribute('lang')) === language) return;
  const picker = page.locator('#language');
  const waiting = page.locator('[aria-busy="true"]');
  const before = await waiting.count();
  await picker.selectOption(language);
  await expect(html).toHaveAttribute('lang', language);
  await expect(picker).toHaveAttribute('aria-busy', 'false');
  // What was busy before may have finished meanwhile.
  await expect.poll(async () => await waiting.count()).toBeLessThanOrEqual(before);
}

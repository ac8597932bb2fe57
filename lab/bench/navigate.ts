import type { Page } from 'playwright';
import { PAGES } from './pages.ts';

interface Step {
  readonly link: string;
  readonly content: string;
}

/**
 * Runs in the page. @returns how long it takes from the next click until what it leads to is painted, in milliseconds.
 */
function timeNextClick({ link, content }: Step): Promise<number> {
  return new Promise((resolve, reject) => {
    let clickedAt = 0;
    document.addEventListener('click', ({ timeStamp }) => (clickedAt = timeStamp), { capture: true, once: true });
    const observer = new MutationObserver(() => {
      if (!document.querySelector(content)) return;
      observer.disconnect();
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - clickedAt)));
    });
    observer.observe(document, { childList: true, subtree: true });
    const words = () => document.querySelector('main')?.textContent.slice(0, 200) ?? '';
    setTimeout(() => reject(new Error(`${link} has not led to ${content} after 30 s, but to: ${words()}`)), 30_000);
  });
}

/**
 * Clicks a link of the header without pointing at it first. @returns the time until what it leads to is painted, in
 * milliseconds.
 */
async function follow(page: Page, step: Step): Promise<number> {
  const timed = page.evaluate(timeNextClick, step);
  await page.locator(`header ${step.link}`).first().dispatchEvent('click');
  return await timed;
}

const TO_ACCOUNT: Step = { link: 'a[href="/account"]', content: PAGES.account.content };

interface Navigations {
  readonly account: number;
  readonly back: number;
}

/** From the open page `/settings` to the account, whose files the browser does not have yet, and back. */
export async function navigate(page: Page): Promise<Navigations> {
  const account = await follow(page, TO_ACCOUNT);
  await page.waitForLoadState('networkidle');
  return { account, back: await follow(page, { link: 'a[href="/settings"]', content: PAGES.settings.content }) };
}

/** How long the pointer is on the link before it is pressed, in milliseconds; people take about 300. */
const POINTED_MS = 200;

/**
 * As `navigate`, to the account alone, by a pointer. @returns the time from the click until its content is painted, in
 * milliseconds.
 */
export async function pointAndPress(page: Page): Promise<number> {
  const timed = page.evaluate(timeNextClick, TO_ACCOUNT);
  await page.locator(`header ${TO_ACCOUNT.link}`).filter({ visible: true }).first().hover();
  await page.waitForTimeout(POINTED_MS);
  await page.mouse.down();
  await page.mouse.up();
  return await timed;
}

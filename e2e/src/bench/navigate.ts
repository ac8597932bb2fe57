import type { Page } from 'playwright';
import { PAGES } from './pages.ts';

interface Step {
  readonly link: string;
  readonly content: string;
}

/** Runs in the page: clicks a link of the header. @returns how long it took until what it leads to was painted, in milliseconds. */
function follow({ link, content }: Step): Promise<number> {
  const began = performance.now();
  return new Promise((resolve, reject) => {
    const observer = new MutationObserver(() => {
      if (!document.querySelector(content)) return;
      observer.disconnect();
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - began)));
    });
    observer.observe(document, { childList: true, subtree: true });
    const words = () => document.querySelector('main')?.textContent.slice(0, 200) ?? '';
    setTimeout(() => reject(new Error(`${link} has not led to ${content} after 30 s, but to: ${words()}`)), 30_000);
    const element = document.querySelector<HTMLElement>(`header ${link}`);
    if (element) element.click();
    else reject(new Error(`The header has no ${link}`));
  });
}

export interface Navigations {
  readonly account: number;
  readonly back: number;
}

/** From the open page `/settings` to the account, whose files the browser does not have yet, and back. */
export async function navigate(page: Page): Promise<Navigations> {
  const account = await page.evaluate(follow, { link: 'a[href="/account"]', content: PAGES.account.content });
  await page.waitForLoadState('networkidle');
  return {
    account,
    back: await page.evaluate(follow, { link: 'a[href="/settings"]', content: PAGES.settings.content }),
  };
}

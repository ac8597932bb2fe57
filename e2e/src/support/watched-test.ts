import { expect, test as base } from '@playwright/test';
import { BrowserWatch } from '../watch/browser-watch.ts';

export { expect };

/**
 * Playwright's `test`. A test fails if a token leaves where none may, or if a page breaks its policy, in whichever
 * context.
 */
export const test = base.extend<{ clean: undefined }, { browserWatch: BrowserWatch }>({
  browserWatch: [
    async ({ browser }, use) => {
      const watch = new BrowserWatch();
      browser.on('context', (context) => watch.follow(context));
      await use(watch);
    },
    { scope: 'worker' },
  ],
  clean: [
    async ({ browserWatch }, use) => {
      await use(undefined);
      expect(browserWatch.take()).toEqual([]);
    },
    { auto: true },
  ],
});

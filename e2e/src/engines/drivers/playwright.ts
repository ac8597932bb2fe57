import type { Browser, BrowserContext, BrowserType, Page } from '@playwright/test';
import type { Engine, EngineName, Tab, Visit } from '../engine.ts';
import { readyElement } from '../query.ts';
import type { Query } from '../query.ts';

/** A call in the page, as an expression: Playwright itself passes a function one argument only. */
const describeCall = (inPage: { toString(): string }, args: readonly unknown[]): string =>
  `(${inPage.toString()})(${args.map((arg) => JSON.stringify(arg) ?? 'undefined').join()})`;

function createTab(page: Page): Tab {
  const ready = async (query: Query) => await page.evaluateHandle<HTMLElement>(describeCall(readyElement, [query]));
  return {
    goto: async (url) => {
      await page.goto(url);
    },
    reload: async () => {
      await page.reload();
    },
    goBack: async () => {
      await page.goBack();
    },
    run: async (script) => {
      await page.evaluate(script);
    },
    // What the expression gives is what the function returns.
    evaluate: async (inPage, ...args) =>
      (await page.evaluate(describeCall(inPage, args))) as Awaited<ReturnType<typeof inPage>>,
    click: async (query) => {
      await (await ready(query)).click();
    },
    point: async (query) => {
      await (await ready(query)).hover();
    },
    choose: async (query, value) => {
      await (await ready(query)).selectOption(value);
    },
    type: async (text) => {
      await page.keyboard.type(text);
    },
    press: async (key) => {
      await page.keyboard.press(key);
    },
    resize: async (width, height) => {
      await page.setViewportSize({ width, height });
    },
    toFront: async () => {
      await page.bringToFront();
    },
    picture: async () => await page.screenshot(),
  };
}

function createVisit(context: BrowserContext): Visit {
  return {
    openTab: async () => createTab(await context.newPage()),
    addCookies: async (_url, cookies) => {
      await context.addCookies([...cookies]);
    },
    end: async () => {
      await context.close();
    },
  };
}

/** Starts one of Playwright's own browsers. */
export async function startWithPlaywright(
  type: BrowserType,
  name: EngineName,
  options: Parameters<BrowserType['launch']>[0] = {},
): Promise<Engine> {
  const browser: Browser = await type.launch(options);
  return {
    name,
    visit: async () => createVisit(await browser.newContext({ locale: 'en' })),
    stop: async () => {
      await browser.close();
    },
  };
}

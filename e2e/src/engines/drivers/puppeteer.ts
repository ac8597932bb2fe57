import { launch } from 'puppeteer-core';
import type { BrowserContext, LaunchOptions, Page } from 'puppeteer-core';
import type { Engine, EngineName, InPage, Tab, Visit } from '../engine.ts';
import { readyElement } from '../query.ts';

function createTab(page: Page): Tab {
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
    evaluate: async <Args extends readonly unknown[], Result>(inPage: InPage<Args, Result>, ...args: Args) => {
      // Puppeteer's type for the arguments also knows handles of elements, which tests do not use.
      const untyped = inPage as (...values: readonly unknown[]) => unknown;
      return (await page.evaluate(untyped, ...args)) as Result;
    },
    click: async (query) => {
      await using element = await page.evaluateHandle(readyElement, query);
      await element.click();
    },
    point: async (query) => {
      await using element = await page.evaluateHandle(readyElement, query);
      await element.hover();
    },
    choose: async (query, value) => {
      await using element = await page.evaluateHandle(readyElement, query);
      if (!(await element.select(value)).includes(value)) throw new Error(`There is no option "${value}".`);
    },
    type: async (text) => {
      await page.keyboard.type(text);
    },
    press: async (key) => {
      await page.keyboard.press(key);
    },
    resize: async (width, height) => {
      await page.setViewport({ width, height });
    },
    toFront: async () => {
      await page.bringToFront();
    },
    picture: async () => await page.screenshot({ type: 'png' }),
  };
}

function createVisit(context: BrowserContext): Visit {
  return {
    openTab: async () => createTab(await context.newPage()),
    addCookies: async (_url, cookies) => {
      await context.setCookie(...cookies);
    },
    end: async () => {
      await context.close();
    },
  };
}

/**
 * An engine that Puppeteer drives: Chromium, which prepares no page ahead for Playwright, and Debian's Firefox, by
 * WebDriver BiDi.
 */
export async function startWithPuppeteer(name: EngineName, options: LaunchOptions): Promise<Engine> {
  const browser = await launch({ headless: true, ...options });
  return {
    name,
    visit: async () => createVisit(await browser.createBrowserContext()),
    stop: async () => {
      await browser.close();
    },
  };
}

import { expect } from '@playwright/test';
import type { InPage, Key, Tab } from './engine.ts';
import { hasQueries, QUERIES, getQuery, readText } from './query.ts';
import type { Target } from './query.ts';

const LIMIT_MS = 15_000;

/** Tries until it succeeds, or fails with the last error: the only way in which these tests wait. */
export async function until<Result>(attempt: () => Promise<Result>, timeout = LIMIT_MS): Promise<Result> {
  let result: { readonly value: Result } | undefined;
  await expect(async () => {
    result = { value: await attempt() };
  }).toPass({ intervals: [20, 50, 100, 200], timeout });
  if (!result) throw new Error('Nothing was tried.');
  return result.value;
}

const described = (target: Target): string => JSON.stringify(getQuery(target));

/** A tab as a person uses it; every step waits until it is possible. */
export class UserTab {
  readonly tab: Tab;
  /** Address of the portal, without a slash at the end. */
  readonly #url: string;

  constructor(tab: Tab, url: string) {
    this.tab = tab;
    this.#url = url;
  }

  /** Opens a page of the portal, and waits until it runs: only the running page has a footer. */
  async open(path: string): Promise<void> {
    await this.tab.goto(`${this.#url}${path}`);
    await this.sees({ role: 'contentinfo' });
  }

  /** Waits until no skeleton is left, and the fonts are there. */
  async hasLoaded(): Promise<void> {
    await until(async () => {
      expect(
        await this.tab.evaluate(() => document.querySelector('.skeleton, .coming, [aria-busy="true"]')),
      ).toBeNull();
    });
    await this.tab.evaluate(async () => {
      await document.fonts.ready;
    });
  }

  async reload(): Promise<void> {
    await this.tab.reload();
    await this.sees({ role: 'contentinfo' });
  }

  async #giveQueries(): Promise<void> {
    if (!(await this.tab.evaluate(hasQueries))) await this.tab.run(QUERIES);
  }

  async #inPage<Args extends readonly unknown[], Result>(inPage: InPage<Args, Result>, ...args: Args): Promise<Result> {
    await this.#giveQueries();
    return await this.tab.evaluate(inPage, ...args);
  }

  /** Number of elements. */
  async count(target: Target): Promise<number> {
    return await this.#inPage((query) => window.findAll(query).length, getQuery(target));
  }

  async sees(target: Target, timeout = LIMIT_MS): Promise<void> {
    await until(async () => {
      expect(await this.count(target), described(target)).toBeGreaterThan(0);
    }, timeout);
  }

  async seesNo(target: Target): Promise<void> {
    await this.seesTimes(0, target);
  }

  async seesTimes(times: number, target: Target): Promise<void> {
    await until(async () => {
      expect(await this.count(target), described(target)).toBe(times);
    });
  }

  async reads(words: string | RegExp): Promise<void> {
    await until(async () => {
      expect(await this.tab.evaluate(readText)).toMatch(words);
    });
  }

  /** Waits for a path (with its query) of the portal. */
  async isAt(path: string): Promise<void> {
    await until(async () => {
      expect(await this.tab.evaluate(() => location.href)).toBe(`${this.#url}${path}`);
    });
  }

  async click(target: Target): Promise<void> {
    await until(async () => {
      await this.#giveQueries();
      await this.tab.click(getQuery(target));
    });
  }

  async pointsAt(target: Target): Promise<void> {
    await until(async () => {
      await this.#giveQueries();
      await this.tab.point(getQuery(target));
    });
  }

  /** Replaces what a field contains. */
  async enter(target: Target, text: string): Promise<void> {
    await until(async () => {
      await this.#giveQueries();
      await this.tab.click(getQuery(target));
      await this.tab.evaluate((query) => {
        const [field] = window.findAll(query);
        if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) field.select();
      }, getQuery(target));
      if (text === '') await this.tab.press('Delete');
      else await this.tab.type(text);
      expect(await this.value(target)).toBe(text);
    });
  }

  /** Chooses an option by its value. */
  async choose(target: Target, value: string): Promise<void> {
    await until(async () => {
      await this.#giveQueries();
      await this.tab.choose(getQuery(target), value);
    });
  }

  async press(key: Key): Promise<void> {
    await this.tab.press(key);
  }

  async value(target: Target): Promise<string> {
    return await this.#inPage((query) => {
      const [field] = window.findAll(query);
      const hasValue =
        field instanceof HTMLInputElement || field instanceof HTMLSelectElement || field instanceof HTMLTextAreaElement;
      return hasValue ? field.value : '';
    }, getQuery(target));
  }

  /** Waits for the value of a field. */
  async holds(target: Target, value: string): Promise<void> {
    await until(async () => {
      expect(await this.value(target), described(target)).toBe(value);
    });
  }

  async hasFocus(target: Target): Promise<void> {
    await until(async () => {
      const focused = await this.#inPage(
        (query) => window.findAll(query).some((found) => found === document.activeElement),
        getQuery(target),
      );
      expect(focused, described(target)).toBe(true);
    });
  }

  /** Whether a switch is on. */
  async isOn(target: Target): Promise<boolean | undefined> {
    const [state] = await this.#inPage(
      (query) => window.findAll(query).map((found) => found.matches(':checked, [aria-checked="true"]')),
      getQuery(target),
    );
    return state;
  }

  /** Waits for the state of a switch. */
  async turns(target: Target, on: boolean): Promise<void> {
    await until(async () => {
      expect(await this.isOn(target), described(target)).toBe(on);
    });
  }

  /** Waits for the language of the page. */
  async isIn(language: string): Promise<void> {
    await until(async () => {
      expect(await this.tab.evaluate(() => document.documentElement.lang)).toBe(language);
    });
  }
}

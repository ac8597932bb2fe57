import type { Browser, Page } from 'playwright';
import { createPerson } from '../../e2e/src/support/backend.ts';
import { signedInCookies } from '../../e2e/src/support/portal.ts';
import { PAGES } from './pages.ts';
import type { Extra, Results } from './results.ts';
import type { BenchServers } from './servers.ts';
import type { VariantName } from './variants.ts';
import { untilPainted } from './probe.ts';
import { newProfile, visit } from './visit.ts';

/** Long lists are the same code in the others. */
const COMPARED: ReadonlySet<VariantName> = new Set(['usual', 'portal']);
const MANY = 200;
const VERY_MANY = 500;
/** How long the browser may take to tell of an input; it does not of one that was answered within a frame. */
const TOLD_WITHIN_MS = 2000;

const hasInput = () => (window.__bench?.input ?? 0) > 0;

/** Does what a person does. @returns how long its longest input took until the next paint, in milliseconds. */
async function timeInput(tab: Page, act: () => Promise<void>): Promise<number> {
  await tab.evaluate(untilPainted);
  await tab.evaluate(() => {
    if (window.__bench) window.__bench.input = 0;
  });
  await act();
  await tab.evaluate(untilPainted);
  await tab.waitForFunction(hasInput, undefined, { timeout: TOLD_WITHIN_MS }).catch(() => undefined);
  return await tab.evaluate(() => window.__bench?.input ?? 0);
}

/** Sorts, switches and searches the open list. */
async function useList(tab: Page, add: (what: Extra, time: number) => void): Promise<void> {
  add('sort of 200 hubs', await timeInput(tab, () => tab.locator('thead button').first().click()));
  add('switch among 200 hubs', await timeInput(tab, () => tab.locator(PAGES.settings.content).last().click()));
  await tab.waitForLoadState('networkidle');
  const field = tab.locator('input[type="search"]');
  await field.click();
  add('letter among 200 hubs', await timeInput(tab, () => field.press('1')));
}

/** Opens `/settings` of people with many hubs: how soon rows are there, and how soon the list answers. */
export async function measureManyHubs(
  browser: Browser,
  { variants, signInUrl, backendUrl }: BenchServers,
  rounds: number,
  results: Results,
): Promise<void> {
  const { settings } = PAGES;
  const holder = async (hubs: number) => (await createPerson(backendUrl, 'bench', 'owner', {}, hubs)).email;
  const people = { few: 'owner@example.com', many: await holder(MANY), veryMany: await holder(VERY_MANY) };
  const compared = variants.filter(({ name }) => COMPARED.has(name));
  for (let round = 1; round <= rounds; round += 1) {
    for (const { name, url } of compared) {
      const open = async (email: string, then?: (tab: Page) => Promise<void>) => {
        const context = await newProfile(browser, settings, await signedInCookies(signInUrl, email));
        try {
          return (await visit(context, url, settings, then)).content;
        } finally {
          await context.close();
        }
      };
      await open(people.many, (tab) => useList(tab, (what, time) => results.addExtra(what, name, time)));
      results.addExtra('ratio of rows, 500 hubs', name, (await open(people.veryMany)) / (await open(people.few)));
    }
    console.log(`Many hubs ${String(round)} of ${String(rounds)}.`);
  }
}

import type { Browser, Page } from 'playwright';
import { signedInCookies } from '../../e2e/src/support/portal.ts';
import { CABLE, SLOW_4G } from './line.ts';
import { navigate, pointAndPress } from './navigate.ts';
import type { BenchOptions } from './options.ts';
import type { PageName } from './pages.ts';
import { PAGES } from './pages.ts';
import type { Extra } from './results.ts';
import { Results } from './results.ts';
import type { ServedVariant } from './serve-variant.ts';
import type { BenchServers } from './servers.ts';
import { hasPage, isWhole } from './variants.ts';
import type { SessionCookies, Visit } from './visit.ts';
import { newProfile, visit } from './visit.ts';

const PERSON = 'owner@example.com';

/** Begins with another variant in each round, so that none always has the same place. */
function rotated<Item>(items: readonly Item[], by: number): readonly Item[] {
  const at = by % items.length;
  return [...items.slice(at), ...items.slice(0, at)];
}

/** Opens a page cold and warm; `/settings` then leads to the account and back. */
async function visitTwice(
  browser: Browser,
  { name: variant, url }: ServedVariant,
  page: PageName,
  cookies: SessionCookies,
  results: Results,
): Promise<void> {
  const measured = PAGES[page];
  const context = await newProfile(browser, measured, cookies);
  try {
    results.add({ page, temperature: 'cold', variant }, await visit(context, url, measured));
    const warm = await visit(context, url, measured, async (tab) => {
      if (page !== 'settings' || !isWhole(variant)) return;
      const { account, back } = await navigate(tab);
      results.addExtra('to the account', variant, account);
      results.addExtra('back to the hubs', variant, back);
    });
    results.add({ page, temperature: 'warm', variant }, warm);
  } finally {
    await context.close();
  }
}

/**
 * Visits every page of every variant, once a round. A round before the first is not counted: servers compress, and the
 * code of servers warms up.
 */
export async function measureVisits(
  browser: Browser,
  { variants, signInUrl }: BenchServers,
  { pages, rounds }: Pick<BenchOptions, 'pages' | 'rounds'>,
): Promise<Results> {
  const results = new Results();
  for (let round = 0; round <= rounds; round += 1) {
    // A session is shorter than a run.
    const cookies = await signedInCookies(signInUrl, PERSON);
    for (const page of pages)
      for (const variant of rotated(
        variants.filter(({ name }) => hasPage(name, page)),
        round,
      ))
        await visitTwice(browser, variant, page, cookies, round === 0 ? new Results() : results);
    console.log(round === 0 ? 'Warmed up.' : `Round ${String(round)} of ${String(rounds)}.`);
  }
  return results;
}

/** The first way to the account by the header, on a faster line: with a click alone, and with a pointer. */
export async function measureCable(
  browser: Browser,
  { variants, signInUrl, line }: BenchServers,
  rounds: number,
  results: Results,
): Promise<void> {
  line.reshape(CABLE);
  for (let round = 1; round <= rounds; round += 1) {
    const cookies = await signedInCookies(signInUrl, PERSON);
    for (const { name, url } of rotated(
      variants.filter(({ name: each }) => isWhole(each)),
      round,
    )) {
      const goes = async (what: Extra, how: (tab: Page) => Promise<number>) => {
        const context = await newProfile(browser, PAGES.settings, cookies);
        try {
          await visit(context, url, PAGES.settings, async (tab) => results.addExtra(what, name, await how(tab)));
        } finally {
          await context.close();
        }
      };
      await goes('to the account by cable', async (tab) => (await navigate(tab)).account);
      await goes('to the account by cable and pointer', pointAndPress);
    }
  }
  line.reshape(SLOW_4G);
  console.log('Went to the account by cable.');
}

const codeBytes = ({ loaded: { page, script, style, data } }: Visit, isFederated: boolean) =>
  // A federated page fetches the manifests of its remotes, which count as code.
  page.bytes + script.bytes + style.bytes + (isFederated ? data.bytes : 0);

/**
 * Measures what a visitor loads who has the files of a version, after another one was promoted. Variants without a
 * second version are left out.
 */
export async function measureReturns(
  browser: Browser,
  { variants, signInUrl }: BenchServers,
  rounds: number,
  results: Results,
): Promise<void> {
  const { settings } = PAGES;
  for (let round = 1; round <= rounds; round += 1) {
    const cookies = await signedInCookies(signInUrl, PERSON);
    for (const { name, url, releases } of rotated(variants, round)) {
      if (!releases) continue;
      const context = await newProfile(browser, settings, cookies);
      try {
        await visit(context, url, settings);
        await releases.promote();
        const returning = await visit(context, url, settings);
        results.addExtra('after a promotion', name, returning.content);
        results.addExtra('bytes after a promotion', name, codeBytes(returning, name === 'federated'));
        await releases.rollBack();
      } finally {
        await context.close();
      }
    }
    console.log(`Return ${String(round)} of ${String(rounds)}.`);
  }
}

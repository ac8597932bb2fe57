import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { listParts } from '../../scripts/start/parts.ts';
import { test } from './support/development.ts';
import { followTo } from './support/in-page.ts';
import { startSignedIn } from './support/portal.ts';

const ROOT = join(import.meta.dirname, '../..');

interface Screen {
  readonly path: string;
  readonly access: string | object;
}

function declaredScreens(part: string): readonly Screen[] {
  const file = join(ROOT, part, part === 'shell' ? 'shell.json' : 'remote.json');
  return (JSON.parse(readFileSync(file, 'utf8')) as { readonly routes: readonly Screen[] }).routes;
}

/** Every screen of every part, also of one that is added later. */
const SCREENS = listParts(ROOT).flatMap(declaredScreens);
const pathsWith = (...accesses: readonly string[]) =>
  SCREENS.filter(({ access }) =>
    accesses.includes(typeof access === 'string' ? access : (Object.keys(access)[0] ?? '')),
  ).map(({ path }) => path);

// Neighbours have different paths, so that most are opened without a load.
const WITH_QUERY = [
  '/info?successful_deletion',
  '/user-info?show=account-confirmation',
  '/info?failed_deletion',
  '/user-info?show=account-already-confirmed',
  '/login?title=BOSCH_ID_NOT_LINKED_TO_ACCOUNT',
  '/user-info?show=account-confirmation-error',
  '/login?title=OTHER',
  '/user-info?show=hub-already-released',
  '/no/such/page',
];

/**
 * Data, which is not translated: people, their countries, versions of development builds, a date in an English title.
 */
const DATA = /\S+@\S+|\b(Mara|Keller|Dana|Devi|Oskar|Germany)\b|[\d.]+-development|\b1 May 2018\b/g;
/** A phone, and a desk. */
const WIDTHS = [375, 1280];

/**
 * Visible and spoken words with plain letters: they are in no catalogue. Elements with a `lang` of their own are
 * skipped.
 */
async function plainWords(page: Page): Promise<readonly string[]> {
  const words = await page.evaluate(() => {
    const found: string[] = [];
    for (const element of document.body.querySelectorAll('*')) {
      const isElsewhere = element.closest('[lang]') !== document.documentElement;
      if (isElsewhere || !element.checkVisibility() || element.matches('script, style, noscript')) continue;
      for (const name of ['aria-label', 'placeholder', 'title', 'alt']) found.push(element.getAttribute(name) ?? '');
      for (const node of element.childNodes) if (node.nodeType === Node.TEXT_NODE) found.push(node.nodeValue ?? '');
    }
    return found;
  });
  return words.filter((text) => /[a-z]/i.test(text.replaceAll(DATA, '')));
}

/**
 * Texts of the portal that their box cuts off, and how far the page is wider than the window. A long address of a
 * person may be shortened.
 */
async function clipped(page: Page): Promise<readonly string[]> {
  const texts = await page.evaluate(() => {
    const root = document.documentElement;
    const found = root.scrollWidth > root.clientWidth ? [`the page, by ${root.scrollWidth - root.clientWidth} px`] : [];
    for (const element of document.body.querySelectorAll<HTMLElement>('*')) {
      const { overflowX, position } = getComputedStyle(element);
      const hasText = [...element.childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim(),
      );
      // Texts for screen readers only are one pixel wide.
      if (!hasText || element.clientWidth <= 1 || position === 'fixed' || !element.checkVisibility()) continue;
      if (overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1) found.push(element.innerText);
    }
    return found;
  });
  return texts.filter((text) => text.replaceAll(DATA, '').trim() !== '');
}

/** "terms" of "/terms/v2?locale=fr". */
const firstSegment = (path: string) => path.split(/[/?]/)[1] ?? '';

/** Opens a screen inside the open page where that is possible: on the development server, a load costs much more. */
async function openScreen(page: Page, path: string): Promise<void> {
  const open = firstSegment(new URL(page.url()).pathname);
  // From the sign-in page, and to another version of the same document, the page is loaded.
  if (open === 'login' || open === firstSegment(path)) await page.goto(path);
  else await followTo(page, path);
}

async function expectPseudoTexts(page: Page, path: string): Promise<void> {
  await openScreen(page, path);
  // The prerendered frame has no footer, and a page that waits shows a loading text.
  await expect(page.getByRole('contentinfo')).toBeVisible();
  await expect(page.getByText('Ļööååðîîñĝ')).toHaveCount(0);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    // The header folds its menu once it has seen the new width.
    await expect
      .poll(async () => ({ path, width, words: await plainWords(page), clipped: await clipped(page) }))
      .toEqual({ path, width, words: [], clipped: [] });
  }
}

test.describe('in the pseudo-locale every text is from a catalogue, and has the room that it needs', () => {
  test.beforeEach(async ({ page }) => {
    await page.goto('/login?locale=en-XA');
  });

  test('on the screens that are open to everybody, with each of their messages', async ({ page }) => {
    test.slow();
    for (const path of [...pathsWith('open'), ...WITH_QUERY]) await expectPseudoTexts(page, path);
  });

  test('on the screens of users and developers', async ({ page, development }) => {
    test.slow();
    for (const [email, ...accesses] of [
      ['owner@example.com', 'signedIn', 'signedInWithout'],
      ['developer@example.com', 'role'],
    ] as const) {
      await startSignedIn(page.context(), development.url, email);
      await page.goto('/forbidden');
      for (const path of pathsWith(...accesses)) await expectPseudoTexts(page, path);
    }
  });
});

test('the pseudo-locale stays in the tab until another ?locale= ends it', async ({ page }) => {
  const heading = page.getByRole('heading', { level: 1 });
  await page.goto('/forbidden?locale=en-XA');
  await expect(heading).toContainText('[Ţĥîîš ŕööååð îîš ñööţ ööþééñ ţöö ýööûû');
  await page.goto('/forbidden');
  await expect(heading).toContainText('[Ţĥîîš');
  await page.goto('/forbidden?locale=en');
  await expect(heading).toHaveText('This road is not open to you');
});

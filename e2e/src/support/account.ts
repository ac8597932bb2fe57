import type { Locator, Page, Request } from '@playwright/test';
import { createPerson } from './backend.ts';
import { expect, openAs } from './portal.ts';

/** Account password of the demo person who is not on single sign-on, and of their copies. */
export const ACCOUNT_PASSWORD = 'account-1';

interface Visit {
  readonly page: Page;
  readonly portal: { readonly url: string; readonly backendUrl: string };
  /** The demo person to be like; one on single sign-on unless given. */
  readonly copyOf?: 'owner' | 'unmigrated';
  readonly path?: string;
  readonly country?: string | null;
  /** Sets the faults that this person meets when the page opens. */
  readonly arrange?: (email: string) => Promise<void>;
}

/** Opens the account as a person of this test's own, in English; resolves with their address and hubs. */
export async function openAccount({ page, portal, copyOf = 'owner', path = '/account', country, arrange }: Visit) {
  const account = { language: null, ...(country === undefined ? {} : { country }) };
  const { email, hubs } = await createPerson(portal.backendUrl, 'account', copyOf, account);
  await arrange?.(email);
  await page.context().addCookies([{ name: 'portal_language', value: 'en', url: portal.url }]);
  await openAs(page, email, path);
  // A skeleton shows until the page has loaded.
  await expect(page.getByRole('main').locator('[aria-busy="true"]')).toHaveCount(0);
  return { email, hubs };
}

/** Collects the calls of a method and path below the API that the page sends from now on. */
export function watchCalls(page: Page, call: string): readonly Request[] {
  const sent: Request[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (`${request.method()} ${pathname.replace(/^\/api\//, '')}` === call) sent.push(request);
  });
  return sent;
}

/** The parsed bodies of requests. */
export function getBodies(requests: readonly Request[]): unknown[] {
  return requests.map((request): unknown => request.postDataJSON());
}

/** Presses Tab until `target` has the focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  const isThere = () => target.evaluate((element) => element === document.activeElement);
  for (let presses = 0; presses < 60; presses++) {
    if (await isThere()) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`60 Tabs do not lead to ${String(target)}`);
}

/** Replaces the text of the focused field, by keys alone. */
export async function retypeByKeys(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
  await page.keyboard.type(text);
}

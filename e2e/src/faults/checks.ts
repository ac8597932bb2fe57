import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { goWithin } from '../support/hubs-page.ts';
import type { Cell, Remote, Surface } from './cell.ts';
import { SCREENS } from './surfaces.ts';

/** Header, footer and another remote work; then comes back. */
export async function restWorks({ page }: Cell, { remote, path }: Surface): Promise<void> {
  await expect(page.getByRole('contentinfo')).toBeVisible();
  await expect(page.getByRole('banner').getByRole('button', { name: 'Log out' })).toBeVisible();
  const other = SCREENS[remote === 'account' ? 'legal' : 'account'];
  await other.link(page).click();
  await expect(page).toHaveURL(other.path);
  await other.works(page);
  await goWithin(page, path);
}

/** The browser has no token. */
export async function expectNoTokens(page: Page): Promise<void> {
  expect((await page.context().cookies()).filter(({ name }) => name.endsWith('_token'))).toEqual([]);
}

/** The header's "Log out" ends the session. */
export async function logsOut(page: Page, timeout = 10_000): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: 'Log out' }).click();
  await expect(page).toHaveURL('/login', { timeout });
  await expectNoTokens(page);
}

/** How many failures of this kind the web server has counted for the remote, in its live version. */
export async function counted({ portal }: Pick<Cell, 'portal'>, remote: Remote, failure: string): Promise<number> {
  const text = await (await fetch(portal.metricsUrl)).text();
  const found = new RegExp(
    `^portal_part_failures_total\\{part="mfe-${remote}",version="[^"]+",failure="${failure}"\\} (\\d+)$`,
    'm',
  ).exec(text);
  return Number(found?.[1] ?? 0);
}

import { until } from './user-tab.ts';
import type { UserTab } from './user-tab.ts';
import { expect, test } from './test.ts';

const ACCOUNT = { role: 'link', name: 'owner@example.com' } as const;

/** Whether the account's remote runs in the page of the hubs: it brings its style sheets. */
async function hasStarted(tab: UserTab): Promise<void> {
  await until(async () => {
    const styles = () => document.querySelectorAll('link[rel="stylesheet"][href*="/mfe-account/"]').length;
    expect(await tab.tab.evaluate(styles)).toBeGreaterThan(0);
  });
}

test('a page is loaded while somebody points at its link, and shown by the press', async ({ visitor }) => {
  const tab = await visitor.opensAs('owner@example.com', '/settings');
  await tab.sees({ role: 'switch' });
  await tab.pointsAt(ACCOUNT);
  await hasStarted(tab);
  await tab.isAt('/settings');
  await tab.click(ACCOUNT);
  await tab.sees({ role: 'textbox', name: 'First name' });
});

test('so it is for somebody who gets to the link by keyboard', async ({ visitor }) => {
  const tab = await visitor.opensAs('owner@example.com', '/settings');
  await tab.sees({ role: 'switch' });
  await until(async () => {
    await tab.press('Tab');
    expect(await tab.tab.evaluate(() => document.activeElement?.textContent)).toBe(ACCOUNT.name);
  });
  await hasStarted(tab);
  await tab.press('Enter');
  await tab.sees({ role: 'textbox', name: 'First name' });
  await tab.isAt('/account');
});

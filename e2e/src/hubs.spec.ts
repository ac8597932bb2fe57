import { tabTo } from './support/account.ts';
import { createPerson, firstMail } from './support/backend.ts';
import { setFault } from './support/faults.ts';
import { expect, expectNoAxeViolations, openAs, SAVED, signIn, test } from './support/portal.ts';

test(
  'the owner signs in and switches sharing, and a reload shows the change [T002]',
  { tag: '@journey' },
  async ({ page, portal: { backendUrl } }) => {
    const { email, hubs } = await createPerson(backendUrl, 'share', 'owner', { language: null });
    await page.goto('/');
    await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible();
    await signIn(page, email);
    await expect(page).toHaveURL('/settings');
    await expect(page.getByRole('heading', { level: 1, name: /^Hello, / })).toBeVisible();

    const sharing = page.getByRole('switch', { name: `Share hub ${hubs[0]?.serial ?? ''}` });
    const before = await sharing.isChecked();
    await sharing.click();
    await expect(page.getByText(SAVED)).toBeVisible();
    await expect(sharing).toBeChecked({ checked: !before });
    await page.reload();
    await expect(sharing).toBeChecked({ checked: !before });
  },
);

test(
  'an owner shares and releases a hub by keyboard alone; a release asks first, and removes the hub for good [T004]',
  { tag: '@journey' },
  async ({ page, portal }) => {
    const owner = await createPerson(portal.backendUrl, 'release', 'owner');
    const [{ serial } = { serial: '' }] = owner.hubs;
    const count = owner.hubs.length;
    await openAs(page, owner.email);
    await expect(page.getByRole('rowheader')).toHaveCount(count);

    const sharing = page.getByRole('switch').first();
    const before = await sharing.isChecked();
    await tabTo(page, sharing);
    await page.keyboard.press('Space');
    await expect(page.getByText(SAVED)).toBeVisible();
    await expect(sharing).toBeChecked({ checked: !before });
    await expect(sharing).toBeFocused();

    const trigger = `Release hub ${serial}`;
    await tabTo(page, page.getByRole('button', { name: trigger, exact: true }));
    await page.keyboard.press('Enter');
    await expect(page.getByText(`Release hub ${serial}?`)).toBeVisible();
    await expect(page.getByRole('switch', { name: `Share hub ${serial}` })).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await expectNoAxeViolations(page);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: trigger, exact: true })).toBeFocused();

    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Release hub', exact: true })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByText('Your hub was released successfully.')).toBeVisible();
    await expect(page.getByRole('rowheader')).toHaveCount(count - 1);
    await expect(page.getByRole('rowheader', { name: serial })).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole('rowheader')).toHaveCount(count - 1);
  },
);

test(
  'a guest asks for the release; the owner gets a mail, and its link releases the hub once [T170]',
  { tag: '@journey' },
  async ({ page, portal }) => {
    const guest = await createPerson(portal.backendUrl, 'request', 'guest');
    const [{ serial } = { serial: '' }] = guest.hubs;
    await page.context().addCookies([{ name: 'portal_language', value: 'en', url: portal.url }]);
    await openAs(page, guest.email);
    const trigger = page.getByRole('button', { name: `Ask for release of hub ${serial}` });
    await expect(trigger).toBeVisible();
    await tabTo(page, trigger); // by keyboard alone, as the owner
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Ask for release', exact: true })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByText('The owner has been asked by email.')).toBeVisible();
    await expect(page.getByText('Owner asked')).toBeVisible();
    await page.reload();
    await expect(page.getByText('Owner asked')).toBeVisible();
    await expect(page.getByRole('button', { name: `Ask again for release of hub ${serial}` })).toBeVisible();

    const mail = await firstMail(portal.backendUrl, guest.companions['owner'] ?? '');
    expect(mail.text).toContain(serial);
    const [link = ''] = mail.links;
    await page.goto(link);
    await expect(page).toHaveURL('/user-info?show=hub-release');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.goto(link);
    await expect(page).toHaveURL('/user-info?show=hub-already-released');
    await page.goto('/settings');
    await expect(page.getByRole('rowheader')).toHaveCount(guest.hubs.length - 1);
  },
);

test('on a phone, the search stays on the screen, and every control shows its focus, none below the search', async ({
  page,
  portal,
}) => {
  await page.setViewportSize({ width: 375, height: 667 });
  await page.context().addCookies([{ name: 'portal_language', value: 'en', url: portal.url }]);
  await openAs(page, 'many@example.com');
  await expect(page.getByRole('rowheader')).toHaveCount(20);
  // Folded, the bar is so low that browsers themselves keep the focus clear of it.
  await page.getByRole('button', { name: 'Filter and sort' }).click();
  const last = page.getByRole('combobox', { name: 'Sort by' });
  await page.getByRole('switch').nth(5).focus();
  await expect(page.getByRole('searchbox')).toBeInViewport({ ratio: 1 });
  await expect(last).toBeInViewport({ ratio: 1 });
  for (let steps = 0; ; steps++) {
    await page.keyboard.press('Shift+Tab');
    if (await last.evaluate((element) => element === document.activeElement)) break;
    const shown = await page.evaluate(() => {
      const focused = document.activeElement ?? document.body;
      const { left, top, width, height } = focused.getBoundingClientRect();
      const isFree = focused.contains(document.elementFromPoint(left + width / 2, top + height / 2));
      return { isFree, outline: getComputedStyle(focused).outlineStyle };
    });
    expect(shown, `control ${steps}, backwards`).toEqual({ isFree: true, outline: 'solid' });
  }
});

test('on a small phone, a change of sharing that failed has a line of its own', async ({ page, portal }) => {
  await page.setViewportSize({ width: 320, height: 568 });
  const { email } = await createPerson(portal.backendUrl, 'narrow', 'owner');
  await setFault(portal.backendUrl, { call: 'PUT hubs/*/settings', email, status: 500 });
  await openAs(page, email);
  await page.getByRole('switch').first().click();
  const cell = page.locator('td', { has: page.getByRole('button', { name: /^Try again to change the sharing/ }) });
  await expect(cell).toBeVisible();
  const [own, line] = await cell.evaluate((element) => [element.clientWidth, element.parentElement?.clientWidth]);
  expect(own).toBe(line);
});

test('buttons that belong together are equally high; on a phone each has the whole width, and the act comes first', async ({
  page,
}) => {
  await openAs(page, 'owner@example.com');
  await page.getByRole('button', { name: 'Details of hub 0012604417' }).click();
  const buttons = page.getByRole('dialog').locator('.dialog__actions .button');
  const boxes = async () =>
    await buttons.evaluateAll((all) =>
      all.map((each) => {
        const { top, bottom, width, height } = each.getBoundingClientRect();
        return { top, bottom, width, height };
      }),
    );
  const heights = (await boxes()).map(({ height }) => height);
  expect(new Set(heights).size).toBe(1);
  await page.setViewportSize({ width: 375, height: 800 });
  const [close, print] = await boxes();
  expect(print?.width).toBe(close?.width);
  expect(print?.width).toBeGreaterThan(250);
  expect(print?.bottom).toBeLessThan(close?.top ?? 0);
});

test('the summary of a hub is alone on paper, and the list is printed completely', async ({ page, portal }) => {
  await page.context().addCookies([{ name: 'portal_language', value: 'en', url: portal.url }]);
  await page.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', '');
  });
  await openAs(page, 'many@example.com');
  const serials = page.getByRole('rowheader');
  await expect(serials).toHaveCount(20);
  const first = (await serials.first().textContent()) ?? '';
  // Within the event: the browser takes its picture right after it.
  const printed = await page.evaluate(() => {
    window.dispatchEvent(new Event('beforeprint'));
    return document.querySelectorAll('th[scope="row"]').length;
  });
  expect(printed).toBe(200);
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await expect(serials).toHaveCount(20);

  const opener = page.getByRole('button', { name: `Details of hub ${first}` });
  await tabTo(page, opener);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Close' })).toBeFocused();
  await page.getByRole('button', { name: 'Print' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-printed');
  await page.emulateMedia({ media: 'print' });
  const paper = await page.locator('body').innerText();
  expect(paper).toContain(`Hub ${first}`);
  expect(paper).toMatch(/Part number\s+\d+/);
  expect(paper).toMatch(/Printed on\s+\d\d\.\d\d\.\d{4}/);
  expect(paper).not.toMatch(/Your hubs|Log out|Close/);
  await page.emulateMedia({ media: 'screen' });
  await page.keyboard.press('Escape');
  await expect(opener).toBeFocused();
});

import type { Page } from '@playwright/test';
import { createPerson, firstMail } from './support/backend.ts';
import { expect, expectNoAxeViolations, test, useTheme } from './support/portal.ts';

test.describe.configure({ mode: 'parallel' });

const signInLink = (page: Page) => page.locator('a[href*="/user/weblogin"]');

/** Opens the identity provider's form from the portal's sign-in page. */
async function openForm(page: Page, login = '/login'): Promise<void> {
  await page.goto(login);
  await signInLink(page).click();
  await expect(page.locator('[name="password"]')).toBeVisible();
}

test('the identity provider’s card stands exactly where the portal’s card stands', async ({ page }) => {
  for (const [width, height] of [
    [375, 812],
    [1280, 900],
    [1920, 1200],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto('/login?locale=nl');
    // The footer comes last, so the page has found its place.
    await expect(page.getByRole('contentinfo')).toBeVisible();
    const portal = await page.locator('.legend').boundingBox();
    await openForm(page, '/login?locale=nl');
    // The password can be there before the style sheet is.
    const card = async () => {
      const box = await page.locator('.card').boundingBox();
      return { width, x: box?.x, y: box?.y, card: box?.width };
    };
    await expect.poll(card).toEqual({ width, x: portal?.x, y: portal?.y, card: portal?.width });
  }
});

test(
  'a forgotten password is replaced by keyboard alone, in French, and can be shown while it is typed [T358]',
  { tag: '@journey' },
  async ({ page, portal }) => {
    const { email } = await createPerson(portal.backendUrl, 'forgotten', 'owner', { language: null });
    await openForm(page, '/login?locale=fr');
    const password = page.getByLabel('Mot de passe', { exact: true });
    await expect(page.getByLabel('E-mail')).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.type('secret-1');
    const show = page.getByRole('button', { name: 'Afficher le mot de passe' });
    await expect(show).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(show).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(password).toHaveAttribute('type', 'text');
    await page.getByRole('button', { name: 'Masquer le mot de passe' }).press('Space');
    await expect(password).toHaveAttribute('type', 'password');
    await expectNoAxeViolations(page);

    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Mot de passe oublié ?' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('E-mail')).toBeFocused();
    await page.keyboard.type('nobody');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toContainText('Cette adresse e-mail n’est pas valide');
    const address = page.getByLabel('E-mail');
    await expect(address).toBeFocused();
    await expect(address).toHaveAccessibleDescription('Cette adresse e-mail n’est pas valide');
    await expectNoAxeViolations(page);
    await address.fill(email);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Consultez votre boîte de réception');

    const { links } = await firstMail(portal.backendUrl, email);
    await page.goto(links[0] ?? '');
    const next = page.getByLabel('Nouveau mot de passe');
    await expect(next).toBeFocused();
    await expect(next).toHaveAccessibleDescription(/^Au moins 10 caractères/);
    await page.keyboard.type('faible');
    await page.keyboard.press('Enter');
    await expect(next).toHaveAccessibleDescription(/n’est pas assez sûr/);
    await expectNoAxeViolations(page);
    await useTheme(page, 'dark');
    await expectNoAxeViolations(page);
    await page.keyboard.type('Gravel-2026');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Votre mot de passe est modifié');
    await expectNoAxeViolations(page);

    await page.getByRole('link', { name: 'Se connecter' }).click();
    await signInLink(page).click();
    await page.locator('[name="email"]').fill(email);
    await page.locator('[name="password"]').fill('Gravel-2026');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/settings');
  },
);

test('the language picker of the form works by keyboard, and nothing is cut off at 320 pixels with large text', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await openForm(page);
  await page.locator('summary').press('Enter');
  await page.getByRole('link', { name: 'Deutsch' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Anmelden');
  await page.locator('[name="password"]').press('Enter');
  await expect(page.getByRole('alert')).toContainText('Bitte geben Sie Ihre E-Mail-Adresse ein.');
  // The text is there before the style sheet.
  await page.waitForLoadState();
  const sideways = await page.evaluate(() => {
    const style = new CSSStyleSheet(); // the Content Security Policy refuses a style element
    style.replaceSync(':root { font-size: 200% }');
    document.adoptedStyleSheets = [style];
    return document.documentElement.scrollWidth - document.documentElement.clientWidth;
  });
  expect(sideways).toBe(0);
});

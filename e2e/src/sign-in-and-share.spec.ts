import { expect, restartPortal, signIn, test } from './support/portal.ts';

test.use({ ownPortal: true });

/** The portal's main job, in two languages: what a person reads, and a hub for each. Each restarts the portal, so German is for the full run. */
const PEOPLE = [
  {
    locale: 'en',
    tag: [],
    signIn: 'Sign in',
    greeting: /^Hello, /,
    share: 'Share hub 0093817252',
    saved: 'Your changes were saved successfully.',
  },
  {
    locale: 'de',
    tag: ['@full'],
    signIn: 'Anmelden',
    greeting: /^Hallo/,
    share: 'Hub 0012601986 teilen',
    saved: 'Ihre Änderungen wurden erfolgreich gespeichert.',
  },
] as const;

for (const person of PEOPLE) {
  test.describe(`in ${person.locale}`, { tag: [...person.tag] }, () => {
    test.use({ locale: person.locale });

    test('the owner signs in, switches sharing, and finds it so after a reload and a restart', async ({ page }) => {
      await page.goto('/');
      await expect(page.getByRole('link', { name: person.signIn })).toBeVisible();
      await signIn(page, 'owner@example.com');
      await expect(page).toHaveURL('/settings');
      await expect(page.getByRole('heading', { level: 1, name: person.greeting })).toBeVisible();

      const sharing = page.getByRole('switch', { name: person.share });
      const before = await sharing.isChecked();
      await sharing.click();
      await expect(page.getByText(person.saved)).toBeVisible();
      await expect(sharing).toBeChecked({ checked: !before });

      await page.reload();
      await expect(sharing).toBeChecked({ checked: !before });

      await restartPortal();
      await page.reload();
      await expect(sharing).toBeChecked({ checked: !before });
    });
  });
}

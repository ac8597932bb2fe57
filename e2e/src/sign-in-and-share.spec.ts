import { createPerson } from './support/backend.ts';
import { expect, signIn, test } from './support/portal.ts';

/** The portal's main job, in two languages: what a person reads, and how the first hub's switch is called. */
const LANGUAGES = [
  {
    locale: 'en',
    tag: [],
    signIn: 'Sign in',
    greeting: /^Hello, /,
    share: (serial: string) => `Share hub ${serial}`,
    saved: 'Your changes were saved successfully.',
  },
  {
    locale: 'de',
    tag: ['@full'],
    signIn: 'Anmelden',
    greeting: /^Hallo/,
    share: (serial: string) => `Hub ${serial} teilen`,
    saved: 'Ihre Änderungen wurden erfolgreich gespeichert.',
  },
] as const;

for (const words of LANGUAGES) {
  test.describe(`in ${words.locale}`, { tag: [...words.tag] }, () => {
    test.use({ locale: words.locale });

    test('the owner signs in and switches sharing, and a reload shows the change [T002]', async ({
      page,
      portal: { backendUrl },
    }) => {
      const { email, hubs } = await createPerson(backendUrl, 'share', 'owner', { language: null });
      await page.goto('/');
      await expect(page.getByRole('link', { name: words.signIn })).toBeVisible();
      await signIn(page, email);
      await expect(page).toHaveURL('/settings');
      await expect(page.getByRole('heading', { level: 1, name: words.greeting })).toBeVisible();

      const sharing = page.getByRole('switch', { name: words.share(hubs[0]?.serial ?? '') });
      const before = await sharing.isChecked();
      await sharing.click();
      await expect(page.getByText(words.saved)).toBeVisible();
      await expect(sharing).toBeChecked({ checked: !before });

      await page.reload();
      await expect(sharing).toBeChecked({ checked: !before });
    });
  });
}

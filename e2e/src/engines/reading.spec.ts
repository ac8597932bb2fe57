import { test } from './test.ts';

test('a visitor reads a document, and the picker changes its language and that of the portal, for good', async ({
  visitor,
}) => {
  const tab = await visitor.opens('/privacy-policy?locale=en');
  const readAsText = { role: 'button', name: 'Read as text' };
  if ((await tab.count(readAsText)) > 0) await tab.click(readAsText);
  await tab.sees({ role: 'article' });
  await tab.choose({ role: 'combobox', name: 'Language' }, 'fr');
  await tab.sees({ role: 'heading', name: 'Politique de confidentialité' });
  await tab.open('/login');
  await tab.isIn('fr');
  await tab.sees({ role: 'link', name: 'Se connecter' });
});

for (const path of ['/terms', '/faq', '/accessibility', '/service-description', '/corporate-information', '/tos'])
  test(`${path} can be read in four languages`, { tag: '@full' }, async ({ visitor }) => {
    const tab = await visitor.opens(`${path}?locale=en`);
    for (const locale of ['en', 'de', 'fr', 'nl']) {
      await tab.open(`${path}?locale=${locale}`);
      await tab.sees({ role: 'heading' });
      await tab.isIn(locale);
    }
  });

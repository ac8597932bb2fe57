import { interceptRequests } from './intercepting-proxy.ts';
import { expect, test } from './test.ts';

/** Name and box of what can be read in a page. */
function boxes(): string[] {
  return [...document.querySelectorAll('main :is(h1, h2, h3, p, li, button, a.button, select, summary, .message)')]
    .filter((element) => element.getClientRects().length > 0 && !element.closest('.visually-hidden, [role="status"]'))
    .map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      const place = [x, y, width, height].map((pixels) => Math.round(pixels)).join(' ');
      return `${element.tagName} "${element.textContent.slice(0, 40)}" ${place}`;
    });
}

test('an open page is prerendered without any script or style sheet, and stands where the running page shows it', async ({
  visitor,
  portal,
}) => {
  using noScripts = await interceptRequests(portal.url, ({ headers }) => ({
    headers: {
      ...headers,
      'content-security-policy': (headers['content-security-policy'] ?? '').replace(
        /script-src [^;]+/,
        "script-src 'none'",
      ),
    },
  }));
  const tab = await visitor.opens('/terms?locale=de');
  for (const [path, width, fewest] of [
    ['/terms?locale=de', 1280, 20],
    ['/faq?locale=fr', 375, 20],
    ['/login?locale=fr', 375, 4],
    ['/migration-info?locale=de', 1280, 10],
  ] as const) {
    await tab.tab.resize(width, 800);
    await tab.open(path);
    await tab.hasLoaded();
    const running = new Set(await tab.tab.evaluate(boxes));
    await tab.tab.goto(noScripts.url + path);
    const prerendered = await tab.tab.evaluate(boxes);
    expect(prerendered.length).toBeGreaterThanOrEqual(fewest);
    expect({ path, moved: prerendered.filter((box) => !running.has(box)) }).toEqual({ path, moved: [] });
  }
});

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

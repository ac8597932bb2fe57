import type { PassingAnswer } from './intercepting-proxy.ts';
import { interceptRequests } from './intercepting-proxy.ts';
import { expect, test } from './test.ts';
import type { UserTab } from './user-tab.ts';
import { until } from './user-tab.ts';

const TERMS = { role: 'link', name: 'Terms of use' };

type Damage = (body: Buffer) => Buffer;

const flipBit: Damage = (body) => {
  const flipped = Buffer.from(body);
  flipped[flipped.length >> 1] = (flipped[flipped.length >> 1] ?? 0) ^ 1;
  return flipped;
};
const loseBytes: Damage = () => Buffer.alloc(0);

/**
 * A proxy that damages the first answer for the first file of parts that matches, or all until it is over; the browser
 * may keep them for a year.
 */
async function damageFirst(
  portal: string,
  file: RegExp,
  damage: Damage,
  isOver = (answers: number) => answers > 1,
): Promise<Awaited<ReturnType<typeof interceptRequests>> & { readonly asked: string[] }> {
  const asked: string[] = [];
  let damaged: string | undefined;
  const proxy = await interceptRequests(portal, ({ path, headers, body }: PassingAnswer) => {
    if (!file.test(path) || (damaged !== undefined && damaged !== path)) return {};
    damaged = path;
    asked.push(path);
    expect(headers['cache-control']).toContain('immutable');
    return isOver(asked.length) ? {} : { body: damage(body) };
  });
  return { ...proxy, asked };
}

/** Waits until every style sheet of the page applies. */
async function isStyled({ tab }: UserTab): Promise<void> {
  await until(async () => {
    const applied = await tab.evaluate(() =>
      [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].map(
        ({ sheet }) => sheet !== null && sheet.cssRules.length > 0,
      ),
    );
    expect(applied.length).toBeGreaterThan(1);
    expect(applied).not.toContain(false);
  });
}

for (const [what, file, damage] of [
  ['entry of the shell', /\/shell\/shell\.\w+\.js/, flipBit],
  ['entry of the shell without bytes', /\/shell\/shell\.\w+\.js/, loseBytes],
  ['script that the entry imports', /\/shell\/vendor\./, flipBit],
  ['catalogue of the shell', /\/shell\/locale-en\./, flipBit],
  ['style sheet of the shell', /\/shell\/[^/]*\.css/, flipBit],
  ['style sheet of a remote without bytes', /\/mfe-legal\/[^/]*\.css/, loseBytes],
  ['entry of the page’s remote', /\/mfe-legal\/entry\./, flipBit],
  ['chunk of the page', /\/mfe-legal\/terms\./, flipBit],
] as const)
  test(`a damaged copy of the ${what} is fetched again`, async ({ visitor, portal }) => {
    using proxy = await damageFirst(portal.url, file, damage);
    const tab = await visitor.at(proxy.url).opens('/terms?locale=en');
    await tab.sees({ role: 'article' });
    await tab.sees({ role: 'button', name: 'Show as PDF' });
    await isStyled(tab);
    expect(proxy.asked.length).toBeGreaterThan(1);
  });

for (const [what, file] of [
  ['entry', /\/mfe-legal\/entry\./],
  ['chunk', /\/mfe-legal\/terms\./],
  ['style sheet', /\/mfe-legal\/[^/]*\.css/],
] as const)
  test(`a damaged copy of the ${what} of a remote that another page moves to is fetched again`, async ({
    visitor,
    portal,
  }) => {
    using proxy = await damageFirst(portal.url, file, flipBit);
    const tab = await visitor.at(proxy.url).opens('/login?locale=en');
    await tab.click(TERMS);
    await tab.sees({ role: 'article' });
    await isStyled(tab);
    expect(proxy.asked.length).toBeGreaterThan(1);
  });

test('"Try again" of a portal that did not start fetches a damaged copy again', async ({ visitor, portal }) => {
  let isOver = false;
  using proxy = await damageFirst(portal.url, /\/shell\/shell\.\w+\.js/, flipBit, () => isOver);
  const tab = await visitor.opens('/welcome?locale=en');
  await tab.tab.goto(`${proxy.url}/login?locale=en`);
  await tab.sees({ role: 'button', name: 'Try again' });
  isOver = true;
  await tab.click({ role: 'button', name: 'Try again' });
  await tab.sees({ role: 'contentinfo' });
});

test('the portal works without its style sheet, and "Try again" fetches a damaged copy of it again', async ({
  visitor,
  portal,
}) => {
  let isOver = false;
  using proxy = await damageFirst(portal.url, /\/shell\/[^/]*\.css/, flipBit, () => isOver);
  const tab = await visitor.at(proxy.url).opens('/terms?locale=en');
  await tab.sees({ role: 'alert' });
  isOver = true;
  await tab.click({ role: 'button', name: 'Try again' });
  await tab.seesNo({ role: 'alert' });
  await isStyled(tab);
});

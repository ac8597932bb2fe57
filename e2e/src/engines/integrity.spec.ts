import type { PassingAnswer } from './intercepting-proxy.ts';
import { interceptRequests } from './intercepting-proxy.ts';
import { expect, test } from './test.ts';

declare global {
  interface Window {
    altered?: true;
    stays?: true;
  }
}

const NOT_AVAILABLE = 'This area is not available right now';
const TERMS = { role: 'link', name: 'Terms of use' };

/** Somebody who adds to the scripts of a remote whose path matches. */
const alter =
  (scripts: RegExp) =>
  ({ path, headers, body }: PassingAnswer): Partial<PassingAnswer> => {
    const isScript =
      path.startsWith('/assets/mfe-legal/') &&
      headers['content-type']?.includes('javascript') === true &&
      scripts.test(path);
    return isScript ? { body: Buffer.concat([body, Buffer.from('\n;globalThis.altered=true;')]) } : {};
  };

test('an altered script of a remote does not run; the page says that this area is not available', async ({
  visitor,
  portal,
}) => {
  using attacker = await interceptRequests(portal.url, alter(/./));
  const tab = await visitor.at(attacker.url).opens('/terms?locale=en');
  await tab.reads(NOT_AVAILABLE);
  expect(await tab.tab.evaluate(() => window.altered)).toBeFalsy();
});

for (const [what, scripts] of [
  ['entry', /\/entry\./],
  ['chunk', /\/terms\./],
] as const)
  test(`an altered ${what} of a remote that another page moves to does not run, either`, async ({
    visitor,
    portal,
  }) => {
    using attacker = await interceptRequests(portal.url, alter(scripts));
    const tab = await visitor.at(attacker.url).opens('/login?locale=en');
    await tab.click(TERMS);
    await tab.reads(NOT_AVAILABLE);
    expect(await tab.tab.evaluate(() => window.altered)).toBeFalsy();
  });

test('a page moves to another remote without a new page, and reports no script without a hash', async ({ visitor }) => {
  const tab = await visitor.opens('/login?locale=en');
  await tab.tab.evaluate(() => {
    window.stays = true;
  });
  await tab.click(TERMS);
  await tab.sees({ role: 'heading', name: 'Terms of use' });
  await tab.sees({ role: 'article' });
  expect(await tab.tab.evaluate(() => window.stays)).toBe(true);
});

import { standBetween } from './middleman.ts';
import { expect, test } from './test.ts';

declare global {
  interface Window {
    altered?: true;
  }
}

test('an altered script of a remote does not run; the page says that this part is not available', async ({
  visitor,
  portal,
}) => {
  using attacker = await standBetween(portal.url, ({ path, type, body }) => {
    const isScript = path.startsWith('/assets/mfe-legal/') && type.includes('javascript');
    return isScript ? { body: Buffer.concat([body, Buffer.from('\n;globalThis.altered=true;')]) } : {};
  });
  const tab = await visitor.at(attacker.url).opens('/terms?locale=en');
  await tab.reads('This part of the portal is not available right now');
  expect(await tab.tab.evaluate(() => window.altered)).toBeFalsy();
});

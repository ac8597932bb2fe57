import { readDeclarations, dropped } from './declarations.ts';
import { expect, test } from './test.ts';

/** Properties that only add to a page that is whole without them. */
const ADDITIONS: ReadonlySet<string> = new Set([
  'forced-color-adjust',
  'orphans',
  'scrollbar-color',
  'text-size-adjust',
  'text-wrap',
  'widows',
]);

test('the engine understands every declaration of the style sheets', async ({ visitor, portal }) => {
  const tab = await visitor.opens('/login');
  for (const path of ['/login', '/settings', '/account', '/terms', '/developer']) {
    const declarations = await readDeclarations(portal.url + path);
    expect(declarations.length).toBeGreaterThan(0);
    const needed = declarations.filter(([property]) => !ADDITIONS.has(property));
    expect(await tab.tab.evaluate(dropped, needed)).toEqual([]);
  }
});

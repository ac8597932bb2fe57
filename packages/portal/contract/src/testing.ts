import { expect, test } from '@jest/globals';
import { parseDeclaration } from './declaration.ts';
import { LANGUAGES } from './language.ts';
import type { Language } from './language.ts';
import type { RemoteModule } from './remote-module.ts';

interface Remote {
  /** The content of `remote.json`. */
  readonly json: unknown;
  readonly load: () => Promise<RemoteModule>;
  /** Loads the file with the texts of one language. */
  readonly loadTexts: (language: Language) => Promise<unknown>;
}

/**
 * Tests that every remote has to pass: `remote.json` and `src/remote.ts` agree, and all pages and texts can be loaded.
 */
export function testRemote({ json, load, loadTexts }: Remote): void {
  Object.assign(globalThis, { PART_VERSION: '9.9.9' });
  const declaration = parseDeclaration('remote.json', json);
  const pages = [...new Set(declaration.routes.map(({ page }) => page))];

  test('declares what the contract allows', async () => {
    const remote = await load();
    expect(declaration.name).toBe(remote.name);
    expect(remote.version).toBe('9.9.9');
  });

  test('has a page for each declared route, and no other', async () => {
    expect(Object.keys((await load()).pages).toSorted()).toEqual(pages.toSorted());
  });

  test.each(pages)('page "%s" is a component', async (page) => {
    const remote = await load();
    expect(typeof (await remote.pages[page]?.())?.Page).toBe('function');
  });

  test.each(LANGUAGES)('brings its texts in "%s"', async (language) => {
    const remote = await load();
    expect(await loadTexts(language)).toHaveProperty('default', await remote.loadMessages(language));
  });
}

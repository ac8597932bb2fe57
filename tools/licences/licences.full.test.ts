import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { LICENCES_PAGE, licenceList } from './licence-list.ts';
import { readShippedPackages } from './read-sboms.ts';

const ROOT = join(import.meta.dirname, '../..');

test('the page about licences lists what is shipped; npm run sbom writes it [T416]', async () => {
  const page = await readFile(join(ROOT, LICENCES_PAGE), 'utf8');
  expect(page).toBe(licenceList(await readShippedPackages(ROOT)));
});

test('a package is listed once, below its licence, with the places where it is', () => {
  const zustand = { name: 'zustand', version: '5.1.0', licence: 'MIT' };
  const react = { name: 'react', version: '19.3.1', licence: 'MIT' };
  const leven = { name: 'leven', version: '4.1.0', licence: 'ISC' };
  const page = licenceList({ pages: [zustand, react, react], servers: [leven, react] });
  expect(page.slice(page.indexOf('## '))).toBe(
    '## ISC\n\n- leven 4.1.0\n\n## MIT\n\n- react 19.3.1 (pages, servers)\n- zustand 5.1.0 (pages)\n',
  );
});

test.each([
  ['GPL-3.0-only', 'GPL-3.0-only'],
  ['', 'no licence'],
])('a package that is not allowed is refused: "%s"', (licence, words) => {
  const packages = [{ name: 'copies', version: '1.0.0', licence }];
  expect(() => licenceList({ pages: [], servers: packages })).toThrow(`does not allow copies 1.0.0 (${words})`);
});

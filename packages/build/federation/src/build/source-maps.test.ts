import { expect, test } from '@jest/globals';
import { decode, encode } from '@jridgewell/sourcemap-codec';
import { sourceName, withoutGenerated } from './source-maps.ts';

test.each([
  ['./src/pages/settings-page.tsx', 'mfe-hubs/src/pages/settings-page.tsx'],
  ['../packages/portal/contract/src/query.ts', 'packages/portal/contract/src/query.ts'],
  [
    '../node_modules/.pnpm/react-dom@19.3.1_react@19.3.1/node_modules/react-dom/client.js',
    'node_modules/react-dom/client.js',
  ],
  ['/any/where/node_modules/react/index.js', 'node_modules/react/index.js'],
  ['webpack/bootstrap', 'webpack/bootstrap'],
])('a map of mfe-hubs names the source %s %s', (path, name) => {
  expect(sourceName('mfe-hubs', path)).toBe(name);
});

test('a map has no places in modules that the bundler generates, because their code has paths of the machine', () => {
  const getMap = (path: string) => ({
    version: 3,
    sources: ['mfe-hubs/src/remote.ts', `data:text/javascript,import "${path}"`],
    names: [],
    mappings: encode([
      [
        [0, 0, 0, 0],
        [5, 1, 0, path.length],
        [9, 0, 1, 2],
      ],
    ]),
  });
  const [here, there] = ['/home/a', '/home/somebody'].map((path) => withoutGenerated(JSON.stringify(getMap(path))));
  expect(here).toBe(there);
  const { mappings } = JSON.parse(here ?? '') as { readonly mappings: string };
  expect(decode(mappings)).toEqual([[[0, 0, 0, 0], [5], [9, 0, 1, 2]]]);
});

import { expect, test } from '@jest/globals';
import { completeManifest } from './federation-manifest.ts';

const files = (...async: string[]) => ({ sync: [], async });
const expose = (name: string, js: string[], css: string[]) => ({
  id: `mfe-test:${name}`,
  name,
  path: `./${name}`,
  assets: { js: files(...js), css: files(...css) },
});

/** What the federation plugin writes, with lists in the given order. */
function written(order = (names: string[]) => names): string {
  const exposes = order(['remote', 'other']).map((name) =>
    expose(name, order(['a.js', 'b.js']), order(['a.css', 'b.css'])),
  );
  return JSON.stringify({
    id: 'mfe-test',
    metaData: { name: 'mfe-test', publicPath: 'auto', buildInfo: { buildVersion: '1.0.0', buildName: 'mfe-test' } },
    shared: order(['react', '@portal/ui']).map((name) => ({ id: `mfe-test:${name}`, name, version: '' })),
    exposes,
  });
}

test('a federation manifest is the same, in whatever order the plugin lists files and modules', () => {
  const reversed = written((names) => names.toReversed());
  expect(completeManifest(reversed, '1.0.0')).toBe(completeManifest(written(), '1.0.0'));
});

test('other hosts link the style sheets at once, because the chunks of a remote link none', () => {
  const manifest: unknown = JSON.parse(completeManifest(written(), '1.0.0'));
  const assets = { css: { sync: ['a.css', 'b.css'], async: [] }, js: { sync: [], async: ['a.js', 'b.js'] } };
  expect(manifest).toMatchObject({
    exposes: [
      { name: 'other', assets },
      { name: 'remote', assets },
    ],
  });
});

test('a federation manifest names the version of the artifact', () => {
  const text = completeManifest(written(), '1.0.0-local.b1234567');
  expect(JSON.parse(text)).toMatchObject({
    metaData: { publicPath: 'auto', buildInfo: { buildVersion: '1.0.0-local.b1234567', buildName: 'mfe-test' } },
  });
});

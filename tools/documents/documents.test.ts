import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, matchesGlob } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { readAnchors, readDocument } from './read-document.ts';

const ROOT = join(import.meta.dirname, '../..');
const SOURCES = '{shell,mfe-*,packages,scripts,tools,lab,e2e,operations}/**/*';
const GENERATED = ['**/node_modules', '**/dist', '**/test-results', '**/.*'];
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const find = (pattern: string) => globSync(pattern, { cwd: ROOT, exclude: GENERATED });

/** Pages for customers have addresses of their own. */
const documents = ['*.md', 'docs/**/*.md', `${SOURCES}.md`]
  .flatMap(find)
  .filter((file) => !file.startsWith('mfe-legal/documents/'));
/** What is told of the past names what was there. */
const present = documents.filter((file) => !/CHANGELOG\.md$|^docs\/decisions\/\d/.test(file));

const files = [SOURCES, 'docs/**/*'].flatMap(find).filter((file) => /\.[^/]+$/.test(file));
const tree = files.map((file) => `/${file}\n`).join('');
const scriptsIn = (manifest: string) => Object.keys((JSON.parse(read(manifest)) as { scripts: object }).scripts);

/** The remote that documents make. */
const EXAMPLE = 'bike-pass';

/** Whether a file or folder has this path, or ends in it. A word in capitals stands for any name. */
function isThere(document: string, named: string): boolean {
  const own = join(dirname(document), named);
  const path = (tree.includes(`/${dirname(document)}/src/`) && named.startsWith('src/') ? own : named)
    .replaceAll(/[A-Z]{3,}/g, '*')
    .replace(/\/$/, '');
  if (/[*{]/.test(path)) return files.some((file) => matchesGlob(file, `**/${path}{,/**}`));
  return path.includes(EXAMPLE) || tree.includes(`/${path}\n`) || tree.includes(`/${path}/`);
}

describe('each document', () => {
  test.each(documents)('%s links to what exists', (document) => {
    const broken = readDocument(read(document)).links.filter(([path, anchor]) => {
      const target = path === '' ? document : join(dirname(document), path);
      if (!existsSync(join(ROOT, target))) return true;
      return anchor !== '' && !readAnchors(read(target)).includes(anchor);
    });
    expect(broken).toEqual([]);
  });

  test.each(present)('%s names files that exist', (document) => {
    expect(readDocument(read(document)).files.filter((file) => !isThere(document, file))).toEqual([]);
  });

  test.each(present)('%s names commands that exist', (document) => {
    const named = readDocument(read(document));
    const missing = named.scripts.filter(
      ({ name, folder }) => !folder.includes(EXAMPLE) && !scriptsIn(join(folder, 'package.json')).includes(name),
    );
    expect(missing).toEqual([]);
    expect(named.labs.filter((name) => !existsSync(join(ROOT, 'lab', name)))).toEqual([]);
  });
});

test.each([
  ['docs/README.md', 'docs/*.md'],
  ['docs/decisions/README.md', 'docs/decisions/0*.md'],
])('%s lists all of %s', (index, pages) => {
  const listed = new Set(readDocument(read(index)).links.map(([path]) => join(dirname(index), path)));
  expect(find(pages).filter((page) => page !== index && !listed.has(page))).toEqual([]);
});

test.each([
  ['a link', '[a page](docs/gone.md#part)', { links: [['docs/gone.md', 'part']] }],
  ['a link within the page', '[below](#part)', { links: [['', 'part']] }],
  ['no address elsewhere', '[there](https://example.com/a.md)', { links: [] }],
  ['a script', '`npm run types`', { scripts: [{ name: 'types', folder: '' }] }],
  ['a script of a part', '`npm run build --prefix mfe-legal`', { scripts: [{ name: 'build', folder: 'mfe-legal' }] }],
  ['no command of npm itself', '`npm install`', { scripts: [] }],
  ['a measurement', '`npm run lab -- bench --full`', { labs: ['bench'] }],
  ['a file', '`tools/gone/main.ts` and `gone.tsx`', { files: ['tools/gone/main.ts', 'gone.tsx'] }],
  ['a file by the end of its path', '`pages/gone.ts`', { files: ['pages/gone.ts'] }],
  ['a folder', '`src/pages/` and `gone/`', { files: ['src/pages/', 'gone/'] }],
  ['no other code', '`store/none` and `useLoad`', { files: [] }],
])('finds %s', (_, text, found) => {
  expect(readDocument(text)).toMatchObject(found);
});

test('makes the anchors of headings, and of no comment in code', () => {
  expect(readAnchors('# The `log`, its keys\n\n```sh\n# no heading\n```\n\n## A canary')).toEqual([
    'the-log-its-keys',
    'a-canary',
  ]);
});

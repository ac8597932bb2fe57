import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { findParts } from './run-catalogue.ts';

const ROOT = join(import.meta.dirname, '../..');
const read = (...path: readonly string[]) => readFileSync(join(ROOT, ...path), 'utf8');

const REMOTES = [...findParts(ROOT).keys()].filter((part) => part !== 'shell');

test.each(REMOTES)('the catalogue has states of each page of %s', (remote) => {
  const files = readdirSync(join(ROOT, remote, 'src/pages'));
  const states = files.filter((file) => file.endsWith('.states.tsx')).map((file) => read(remote, 'src/pages', file));
  const pages = files.filter((file) => file.endsWith('-page.tsx'));
  expect(pages).not.toEqual([]);
  expect(pages.filter((page) => !states.some((text) => text.includes(`from './${page}'`)))).toEqual([]);
});

test('the catalogue has states of each page of the shell', () => {
  const pages = [...read('shell/src/routing/shell-pages.ts').matchAll(/'\.\.\/(.+-page)\.tsx'/g)].map(
    ([, page]) => page,
  );
  expect(pages).toContain('sign-in/sign-in-page');
  expect(pages.filter((page) => !existsSync(join(ROOT, 'shell/src', `${page}.states.tsx`)))).toEqual([]);
});

/** They show nothing by themselves, or belong to the shell's frame, which every state has. */
const UNSEEN = /Provider$|^(DelayedFallback|Link|Notices|Outlet)$/;

test('the catalogue has each component of @portal/ui', () => {
  const shown = read('packages/development/catalogue/src/components.states.tsx');
  const exported = [
    ...read('packages/portal/ui/src/index.ts')
      .replaceAll(/\/\*.*\*\//g, '')
      .matchAll(/(?<!type )\b[A-Z][a-z]\w+(?=[, ])/g),
  ];
  const components = exported.map(([name]) => name).filter((name) => !UNSEEN.test(name));
  expect(components).toContain('Button');
  expect(components.filter((name) => !shown.includes(`<${name}`))).toEqual([]);
});

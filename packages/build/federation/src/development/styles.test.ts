/** @jest-environment jsdom */
import { beforeEach, expect, test } from '@jest/globals';
import { replaceStyles } from './styles.ts';

const hrefs = () => [...document.querySelectorAll('link')].map((link) => link.getAttribute('href'));
const loads = (url: string) => document.querySelector(`link[href="${url}"]`)?.dispatchEvent(new Event('load'));

beforeEach(() => {
  document.head.innerHTML =
    '<link rel="stylesheet" href="/assets/shell/a.1.css"><link rel="stylesheet" href="/assets/mfe-hubs/b.1.css">';
});

test("a part's new style sheet is inserted beside the old one, which is removed when the new one has loaded", async () => {
  const replaced = replaceStyles('shell', [{ url: '/assets/shell/a.2.css', integrity: 'sha256-2' }]);
  expect(hrefs()).toEqual(['/assets/shell/a.1.css', '/assets/shell/a.2.css', '/assets/mfe-hubs/b.1.css']);
  loads('/assets/shell/a.2.css');
  await replaced;
  expect(hrefs()).toEqual(['/assets/shell/a.2.css', '/assets/mfe-hubs/b.1.css']);
});

test("the styles of the prerendered frame are removed with the shell's old style sheet", async () => {
  document.head.insertAdjacentHTML('afterbegin', '<style>h1{color:red}</style>');
  const other = replaceStyles('mfe-hubs', [{ url: '/assets/mfe-hubs/b.2.css', integrity: 'sha256-4' }]);
  loads('/assets/mfe-hubs/b.2.css');
  await other;
  expect(document.querySelector('style')).not.toBeNull();
  const replaced = replaceStyles('shell', [{ url: '/assets/shell/a.2.css', integrity: 'sha256-2' }]);
  loads('/assets/shell/a.2.css');
  await replaced;
  expect(document.querySelector('style')).toBeNull();
});

test('a part that is not on the page gets no style sheet: the loader adds it later', async () => {
  await replaceStyles('mfe-account', [{ url: '/assets/mfe-account/c.1.css', integrity: 'sha256-3' }]);
  expect(hrefs()).toEqual(['/assets/shell/a.1.css', '/assets/mfe-hubs/b.1.css']);
});

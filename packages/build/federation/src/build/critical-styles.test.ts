import { randomBytes } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { checkSize, criticalStyles, limitStyles } from './critical-styles.ts';

const PAGE =
  '<html lang="en"><body><div id="root"><header class="bar"><a aria-current="page">Hubs</a></header>' +
  '<main><h1></h1><ul><li></li><li></li></ul></main></div></body></html>';

const styles = (css: string) => criticalStyles(css, ['<html><body></body></html>', PAGE]);

describe('a rule is kept', () => {
  test.each([
    ':root{color-scheme:light dark}',
    '[aria-current]{color:red}',
    'main:has(h1){color:red}',
    ':where(main,nav) :is(h1,h2){color:red}',
    'li+li{color:red}',
    'a:not(:focus):not(:active){color:red}',
    '.bar:dir(ltr){color:red}',
    '*,:before,:after{box-sizing:border-box}',
  ])('that matches a prerendered element: %s', (css) => {
    expect(styles(css)).toBe(css);
  });

  test.each([
    '@media (forced-colors:active){.bar{color:red}}',
    '@supports (color:oklab(0 0 0)){.bar{color:red}}',
    '@container bar (inline-size<40rem){.bar{color:red}}',
    '@layer base{@media (prefers-contrast:more){.bar{color:red}}}',
  ])('with the at-rules around it: %s', (css) => {
    expect(styles(css)).toBe(css);
  });

  test('with only its matching selectors', () => {
    expect(styles('.bar,.menu,h1{color:red}')).toBe('.bar,h1{color:red}');
  });
});

describe('a rule is left out', () => {
  test.each([
    '@layer base{@media (width<40rem){.menu{color:red}}}',
    'main+footer{color:red}',
    '.bar:hover{color:red}',
    '.bar:has(a:focus-within){color:red}',
    '.bar:dir(rtl){color:red}',
    '.bar:after{content:""}',
    '.bar::before{content:""}',
    '@media print{.bar{color:red}}',
    '@keyframes turn{to{rotate:360deg}}.bar{animation:1s turn}',
  ])('that matches no prerendered page: %s', (css) => {
    expect(styles(css)).toBe('');
  });
});

test('the order of the layers is kept', () => {
  expect(styles('@layer base,pages;@layer pages{.menu{color:red}}')).toBe('@layer base,pages');
});

test('images, shadows and transitions of a kept rule are left out', () => {
  expect(
    styles(':root{--hill:url(data:x)}.bar{color:red;mask:var(--hill) center;box-shadow:0 0 1px;transition:color 1s}'),
  ).toBe('.bar{color:red}');
});

test('custom properties are kept if they are used, directly or through another one', () => {
  expect(styles(':root{--a:var(--b);--b:1px;--c:var(--d);--d:2px}.bar{margin:var(--a)}.menu{margin:var(--c)}')).toBe(
    ':root{--a:var(--b);--b:1px}.bar{margin:var(--a)}',
  );
});

test('a registered custom property is kept if it is used', () => {
  const registered = '@property --gap{syntax:"<length>";inherits:false;initial-value:16px}';
  expect(styles(`${registered}.bar{gap:var(--gap)}`)).toBe(`${registered}.bar{gap:var(--gap)}`);
  expect(styles(`${registered}.menu{gap:var(--gap)}`)).toBe('');
});

test('a selector that cannot be evaluated fails the build', () => {
  expect(() => styles('.bar:unheard-of{color:red}')).toThrow('unheard-of');
});

test('the marker of a disclosure keeps its style, because it takes space', () => {
  const hidden = 'summary::-webkit-details-marker{display:none}';
  expect(criticalStyles(hidden, ['<details><summary>More</summary></details>'])).toBe(hidden);
  expect(styles(hidden)).toBe('');
});

test('text that a rule writes keeps its style, because it is read and takes space', () => {
  const steps = 'li:before{content:counter(step);inline-size:2rem}h1::after{content:attr(data-label)}';
  expect(styles(`${steps}.menu:before{content:counter(step)}`)).toBe(steps);
});

test('limited styles leave everything outside alone, but for the custom properties', () => {
  const all = '@layer tokens{:root{--a:1px}}@layer base{a,*:before{color:red}@media print{b > a::marker{color:blue}}}';
  expect(limitStyles(all, '#page')).toBe(
    '@layer tokens{:root{--a:1px}}@layer base{a:where(#page *),*:where(#page *):before{color:red}' +
      '@media print{b > a:where(#page *)::marker{color:blue}}}',
  );
});

test('styles that are too large for every page fail the build', () => {
  expect(() => checkSize('the frame', '.bar{color:red}')).not.toThrow();
  expect(() => checkSize('the frame', randomBytes(4000).toString('hex'))).toThrow('the frame take 4');
});

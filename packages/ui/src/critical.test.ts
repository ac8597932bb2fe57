/// <reference types="node" />
import { readdirSync, readFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import { expect, test } from '@jest/globals';

const STYLES = new URL('./styles/', import.meta.url);
/** Budget of the inlined style sheet: it travels with every page. In bytes, brotli. */
const BUDGET = 2500;

function minified(css: string): string {
  return css
    .replace(/\/\*[^]*?\*\//g, '')
    .replace(/\s+/g, ' ')
    .replace(/(?<![\d.])0\./g, '.')
    .replace(/ ?([{};:,>]) ?/g, '$1');
}

/** Every declaration with the rules around it: "@layer base > h1 > font-size: …". Enough of CSS for our own sheets: no nesting of rules. */
function declarations(css: string): Set<string> {
  const found = new Set<string>();
  const around: string[] = [];
  for (const [, before = '', mark] of minified(css).matchAll(/((?:"[^"]*"|[^{};"])*)([{};])/g)) {
    const text = before.trim();
    if (mark === '{') around.push(text);
    else if (text !== '') found.add([...around, text].join(' > '));
    if (mark === '}') around.pop();
  }
  return found;
}

const critical = readFileSync(new URL('./critical.css', import.meta.url), 'utf8');

test('says nothing that the style sheet does not say with the same value', () => {
  const whole = declarations(
    readdirSync(STYLES)
      .map((file) => readFileSync(new URL(file, STYLES), 'utf8'))
      .join('\n'),
  );
  const inlined = declarations(critical);
  expect(inlined.size).toBeGreaterThan(200);
  expect([...inlined].filter((declaration) => !whole.has(declaration))).toEqual([]);
});

test('stays within its budget and carries no drawings', () => {
  expect(brotliCompressSync(minified(critical)).length).toBeLessThan(BUDGET);
  expect(critical).not.toContain('url(');
});

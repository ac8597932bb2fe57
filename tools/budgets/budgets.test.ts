import { encode } from '@jridgewell/sourcemap-codec';
import { describe, expect, test } from '@jest/globals';
import { listParts } from '../../scripts/start/parts.ts';
import { join } from 'node:path';
import { checkBudgets, largest, readBudgets, readListed } from './check-budgets.ts';
import { sizesInScript } from './module-sizes.ts';
import { BUDGET_PATHS } from './read-page.ts';

const ROOT = join(import.meta.dirname, '../..');
const BUDGETS = { 'mfe-hubs': { scripts: 1000 }, '/settings': { page: 1000 } };
const LISTED = { 'mfe-hubs': { scripts: { 'mfe-hubs/src/reader.ts': 900, 'mfe-hubs/src/list.ts': 300 } } };

const measured = (bytes: number, modules: Readonly<Record<string, number>>) => ({
  bytes: { scripts: bytes },
  contents: { scripts: modules },
});

describe('a budget', () => {
  test('that is kept says nothing, whatever has grown', () => {
    expect(checkBudgets('mfe-hubs', measured(1000, { 'mfe-hubs/src/list.ts': 9000 }), BUDGETS, LISTED)).toEqual([]);
  });

  test('that is exceeded names the part, by how much, and the modules that grew, most first', () => {
    const modules = { 'mfe-hubs/src/reader.ts': 950, 'mfe-hubs/src/list.ts': 1300, 'a-new-package': 40 };
    const [message = ''] = checkBudgets('mfe-hubs', measured(1210, modules), BUDGETS, LISTED);
    expect(message.split('\n')).toEqual([
      'The scripts of mfe-hubs have 1,210 bytes, 210 bytes more than their budget of 1,000 bytes. What has grown most:',
      '  mfe-hubs/src/list.ts: 300 bytes before, 1,300 bytes now (before compression)',
      '  mfe-hubs/src/reader.ts: 900 bytes before, 950 bytes now (before compression)',
      '  a-new-package: 0 bytes before, 40 bytes now (before compression)',
      'Make it smaller, or give the reason for a larger budget where you change tools/budgets/budgets.json.',
    ]);
  });

  test('of a page names the element that grew', () => {
    const page = { bytes: { page: 1001 }, contents: { page: { '<script> importmap': 5000, markup: 10 } } };
    const listed = { '/settings': { page: { '<script> importmap': 4000, markup: 10 } } };
    const [message] = checkBudgets('/settings', page, BUDGETS, listed);
    expect(message).toContain('The page /settings has 1,001 bytes');
    expect(message).toContain('<script> importmap: 4,000 bytes before, 5,000 bytes now');
    expect(message).not.toContain('markup');
  });

  test('of a part without one of its own is that for any other part', () => {
    const budgets = { ...BUDGETS, 'any other part': { scripts: 10 } };
    expect(checkBudgets('mfe-new', measured(10, {}), budgets, {})).toEqual([]);
    expect(checkBudgets('mfe-new', measured(12, {}), budgets, {})[0]).toContain('2 bytes more than their budget of 10');
  });

  test('of a kind without one is zero', () => {
    const styled = { bytes: { styles: 1 }, contents: { styles: {} } };
    expect(checkBudgets('mfe-hubs', styled, BUDGETS, LISTED)).toHaveLength(1);
  });
});

test('of what is smaller than all that is listed, growth counts from the smallest that is', () => {
  const many = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`module-${String(index)}`, 100 + index]));
  const listed = largest(many);
  expect(Object.values(listed)).toEqual(Array.from({ length: 25 }, (_, index) => 129 - index));
  const grown = measured(2000, { ...many, 'module-0': 400, 'module-1': 104 });
  const [message] = checkBudgets('mfe-hubs', grown, BUDGETS, { 'mfe-hubs': { scripts: listed } });
  expect(message).toContain('module-0: 105 bytes before, 400 bytes now');
  expect(message).not.toContain('module-1:');
});

test('the bytes of a script belong to the modules in its source map; the files of a package count together', () => {
  const map = JSON.stringify({
    sources: ['mfe-hubs/src/reader.ts', 'node_modules/@scope/package/a.js', 'node_modules/@scope/package/b.js'],
    mappings: encode([[[2, 0, 0, 0], [5, 1, 0, 0], [7]], [[0, 2, 0, 0]]]),
  });
  const sizes = sizesInScript('settings.0123456789abcdef.js', '__rrrppé\nppp', map);
  expect(Object.fromEntries(sizes)).toEqual({
    'settings (generated)': 4,
    'mfe-hubs/src/reader.ts': 3,
    '@scope/package': 5,
  });
  expect(Object.fromEntries(sizesInScript('locale-en.0123456789abcdef.js', 'abc', undefined))).toEqual({
    'locale-en': 3,
  });
});

test('budgets and lists are of parts and pages that exist', () => {
  const names = [...listParts(ROOT), ...BUDGET_PATHS];
  expect(names).toEqual(expect.arrayContaining(Object.keys(readListed())));
  expect([...names, 'any other part']).toEqual(expect.arrayContaining(Object.keys(readBudgets())));
});

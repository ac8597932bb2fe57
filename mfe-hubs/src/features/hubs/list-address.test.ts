import { describe, expect, test } from '@jest/globals';
import { HOSTILE_TEXTS, hostileText, INPUTS_LIMIT_MS, tryInputs } from '@portal/node-kit/testing/inputs';
import * as fc from 'fast-check';
import { changeListAddress, PORTION, readListAddress } from './list-address.ts';
import type { ListAddress } from './list-address.ts';
import { COLUMNS, DEFAULT_SORT, FILTERS } from './search-filter-sort.ts';

const NOTHING: ListAddress = { search: '', sort: DEFAULT_SORT, filter: undefined, rows: 20 };
const read = (query: string) => readListAddress(new URLSearchParams(query));
const change = (query: string, to: Partial<ListAddress>) =>
  changeListAddress(new URLSearchParams(query), to).toString();

describe('reading', () => {
  test.each<[string, Partial<ListAddress>]>([
    ['', {}],
    ['search=0012', { search: '0012' }],
    ['search=+rear+light+', { search: 'rear light' }],
    ['sort=addedOn', { sort: { column: 'addedOn', direction: 'ascending' } }],
    ['sort=-type', { sort: { column: 'type', direction: 'descending' } }],
    ['show=guest', { filter: 'guest' }],
    ['rows=60', { rows: 60 }],
    ['rows=41', { rows: 60 }],
  ])('%j gives %j', (query, found) => {
    expect(read(query)).toEqual({ ...NOTHING, ...found });
  });

  test.each([
    'sort=owner',
    'sort=__proto__',
    'sort=type&sort=role',
    'show=everything',
    'rows=0',
    'rows=99999',
    'search=a%00b',
    'search=1&search=2',
    `search=${'x'.repeat(61)}`,
    'token=secret',
  ])('%j is ignored', (query) => {
    expect(read(query)).toEqual(NOTHING);
  });
});

describe('changing', () => {
  test.each<[string, Partial<ListAddress>, string]>([
    ['', { search: '0012' }, 'search=0012'],
    ['locale=de', { sort: { column: 'role', direction: 'descending' } }, 'locale=de&sort=-role'],
    ['locale=de&search=1&show=owner', { search: '' }, 'locale=de&show=owner'],
    ['sort=type&show=shared', { sort: DEFAULT_SORT, filter: undefined }, ''],
    ['search=1', { rows: 40 }, 'search=1&rows=40'],
    // The next list begins with its first portion.
    ['search=1&rows=80', { filter: 'guest' }, 'search=1&show=guest'],
    ['sort=odd&rows=many', { search: '7' }, 'search=7'],
  ])('%j by %j gives %j', (query, to, result) => {
    expect(change(query, to)).toBe(result);
  });
});

const KEYS = ['search', 'sort', 'show', 'rows'];
const value = fc.oneof(
  hostileText,
  fc.integer().map(String),
  fc.double().map(String),
  fc.constantFrom(...COLUMNS, ...COLUMNS.map((column) => `-${column}`), ...FILTERS),
);
const query = fc.array(fc.tuple(fc.oneof(fc.constantFrom(...KEYS), hostileText), value), { maxLength: 6 });
const LIST = KEYS.flatMap((key) => HOSTILE_TEXTS.map((text): [string, string][] => [[key, text]]));

test(
  'whatever the address of the list says, a short search, a known order and filter and a bounded number of rows come out',
  async () => {
    await tryInputs(
      'Parameters of the list of hubs',
      { all: 1000, some: LIST.length },
      query,
      (pairs) => {
        const given = new URLSearchParams(pairs);
        const address = readListAddress(given);
        expect(address.search.length).toBeLessThanOrEqual(60);
        expect(address.search).not.toMatch(/\p{C}/u);
        expect(COLUMNS).toContain(address.sort.column);
        expect([undefined, ...FILTERS]).toContain(address.filter);
        expect(address.rows % PORTION).toBe(0);
        expect(address.rows).toBeGreaterThan(0);
        expect(address.rows).toBeLessThanOrEqual(10_000);
        // What is kept in the address is read as it was.
        const kept = changeListAddress(given, address);
        expect(readListAddress(new URLSearchParams(kept.toString()))).toEqual(address);
        expect([...kept].filter(([name]) => !KEYS.includes(name))).toEqual(
          [...given].filter(([name]) => !KEYS.includes(name)),
        );
      },
      LIST,
    );
  },
  INPUTS_LIMIT_MS,
);

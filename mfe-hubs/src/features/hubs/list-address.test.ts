import { describe, expect, test } from '@jest/globals';
import { changeListAddress, readListAddress } from './list-address.ts';
import type { ListAddress } from './list-address.ts';

const NOTHING: ListAddress = { search: '', sort: undefined, filter: undefined, rows: 20 };
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
    'sort=--type',
    'sort=-',
    'sort=__proto__',
    'sort=constructor',
    'sort=type&sort=role',
    'show=everything',
    'show=__proto__',
    'show=owner&show=guest',
    'rows=0',
    'rows=-20',
    'rows=1e9',
    'rows=99999',
    'rows=all',
    'search=a%00b',
    'search=a%E2%80%AEb',
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
    ['sort=type&show=shared', { sort: undefined, filter: undefined }, ''],
    ['search=1', { rows: 40 }, 'search=1&rows=40'],
    // The next list begins with its first portion.
    ['search=1&rows=80', { filter: 'guest' }, 'search=1&show=guest'],
    ['sort=odd&rows=many', { search: '7' }, 'search=7'],
  ])('%j by %j gives %j', (query, to, result) => {
    expect(change(query, to)).toBe(result);
  });
});

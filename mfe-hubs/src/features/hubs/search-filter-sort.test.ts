import { describe, expect, test } from '@jest/globals';
import type { Hub } from '@portal/api';
import type { HubEntry } from './list-state.ts';
import { NORMAL } from './row-state.ts';
import { findHubs, nextSort, sortHubs } from './search-filter-sort.ts';
import type { HubColumn, HubSort, Words } from './search-filter-sort.ts';
import { idleSharing } from './sharing-state.ts';
import { testHub } from '../../testing/test-hub.ts';

const TYPES = {
  hub: 'Hub',
  smartphoneHub: 'Smartphone-Hub',
  rearLight: 'Rücklicht',
  other: 'Anderes Gerät',
  unknown: 'Unbekannt',
};

const WORDS: Words = {
  language: 'de',
  type: ({ hub }) => TYPES[hub.type],
  role: ({ hub }) => (hub.role === 'owner' ? 'Besitzer' : 'Gast'),
  sharing: ({ sharing }) => (sharing.sharing === 'public' ? 'An' : 'Aus'),
};

function entry(serial: string, changes: Partial<Hub> = {}): HubEntry {
  const hub = testHub(serial, changes);
  return {
    key: serial,
    hub,
    rights: undefined,
    row: NORMAL,
    sharing: idleSharing(hub.sharing),
  };
}

const ENTRIES = [
  entry('0300', { type: 'smartphoneHub', activatedAt: new Date(2), sharing: 'public' }),
  entry('0010', { type: 'rearLight', activatedAt: new Date(3), role: 'guest' }),
  entry('2', { type: 'hub', activatedAt: new Date(1) }),
  entry('0040', { type: 'hub', activatedAt: new Date(1) }),
];
const serials = (entries: readonly HubEntry[]) => entries.map(({ hub }) => hub.serial);
const sorted = (sort: HubSort) => serials(sortHubs(ENTRIES, sort, WORDS));

describe('sorting', () => {
  test.each<[HubColumn, string[], string[]]>([
    ['serial', ['2', '0010', '0040', '0300'], ['0300', '0040', '0010', '2']],
    ['addedOn', ['2', '0040', '0300', '0010'], ['0010', '0300', '2', '0040']],
    ['type', ['2', '0040', '0010', '0300'], ['0300', '0010', '2', '0040']],
    ['role', ['0300', '2', '0040', '0010'], ['0010', '0300', '2', '0040']],
    ['sharing', ['0300', '0010', '2', '0040'], ['0010', '2', '0040', '0300']],
  ])('by %s works in both directions, and equal rows keep their order', (column, ascending, descending) => {
    expect(sorted({ column, direction: 'ascending' })).toEqual(ascending);
    expect(sorted({ column, direction: 'descending' })).toEqual(descending);
  });

  test.each<[HubSort, HubSort]>([
    [
      { column: 'type', direction: 'ascending' },
      { column: 'type', direction: 'descending' },
    ],
    [
      { column: 'type', direction: 'descending' },
      { column: 'type', direction: 'ascending' },
    ],
    [
      { column: 'role', direction: 'ascending' },
      { column: 'type', direction: 'ascending' },
    ],
  ])('a click on "type" turns %j into %j', (current, next) => {
    expect(nextSort(current, 'type')).toEqual(next);
  });
});

describe('searching', () => {
  test.each<[string, string[]]>([
    ['', ['0300', '0010', '2', '0040']],
    ['  ', ['0300', '0010', '2', '0040']],
    ['00', ['0300', '0010', '0040']],
    [' 00 40 ', ['0040']],
    ['rücklicht', ['0010']],
    ['RUCKLICHT', ['0010']],
    ['smartphone hub', ['0300']],
    ['hub', ['0300', '2', '0040']],
    ['PN', []],
    ['.*', []],
  ])('for %j finds %j', (text, found) => {
    expect(serials(findHubs(ENTRIES, text, WORDS))).toEqual(found);
  });
});

import { expect, test } from '@jest/globals';
import { HOSTILE_TEXTS, hostileText, INPUTS_LIMIT_MS, tryInputs } from '@portal/node-kit/testing/inputs';
import * as fc from 'fast-check';
import { changeListAddress, PORTION, readListAddress } from './list-address.ts';
import { COLUMNS, FILTERS } from './list-view.ts';

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
        expect([undefined, ...COLUMNS]).toContain(address.sort?.column);
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

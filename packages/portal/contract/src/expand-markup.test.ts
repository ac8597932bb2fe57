import { describe, expect, test } from '@jest/globals';
import type { FirstScreenMarkup } from './expand-markup.ts';
import { COUNT, expandFirstScreen, hole, NONE, OTHER, ROWS } from './expand-markup.ts';

const SCREEN: FirstScreenMarkup = {
  account: { choices: { isBosch: ['true', 'false'] }, holes: { firstname: 'text', lastname: 'optional' }, needs: [] },
  rows: {
    read: 'hubs',
    most: 2,
    together: 'role',
    choices: { role: ['owner', 'guest'], type: ['HUB', OTHER] },
    holes: { serial: 'text', activationTime: 'day' },
    needs: ['partNumber'],
  },
  screen: [
    ['h1', {}, [`Hello, ${hole('firstname')}`]],
    {
      by: COUNT,
      of: [
        [['0'], ['None']],
        [
          ['1', '2'],
          [
            {
              by: 'role',
              of: [
                [['guest+owner'], ['Both']],
                [['owner', 'guest'], ['One kind']],
              ],
            },
          ],
        ],
      ],
    },
    ['table', {}, [ROWS]],
  ],
  row: [
    [
      'tr',
      {
        title: {
          by: 'type',
          of: [
            [['HUB'], 'A hub'],
            [[OTHER], null],
          ],
        },
        'aria-label': `Hub ${hole('serial')}`,
      },
      [hole('activationTime')],
    ],
  ],
};
const USER = { firstname: 'Mara', isBosch: true };
const HUB = { serial: '0041', partNumber: 'P', role: 'owner', type: 'HUB', activationTime: '2026-03-09' };

const expand = (user: unknown, list: unknown) => expandFirstScreen(SCREEN, user, list, 'en');

test('a first screen shows what the answers say', () => {
  const [, kinds, table] = expand(USER, [HUB, { ...HUB, role: 'guest', type: 'LATER', serial: '<b>' }]) ?? [];
  expect(kinds).toBe('Both');
  expect(table).toEqual([
    'table',
    {},
    [
      ['tr', { title: 'A hub', 'aria-label': 'Hub 0041' }, ['09.03.2026']],
      ['tr', { 'aria-label': 'Hub <b>' }, ['09.03.2026']],
    ],
  ]);
  expect(expand(USER, [])?.[1]).toBe('None');
});

describe('it is left to the running page if', () => {
  test.each([
    ['there is no account', undefined, [HUB]],
    ['a text of the account is missing', { isBosch: true }, [HUB]],
    ['a text is empty', { ...USER, firstname: '' }, [HUB]],
    ['a value that decides is unknown', { ...USER, isBosch: 'perhaps' }, [HUB]],
    ['there is no list', USER, undefined],
    ['there are more rows than it has', USER, [HUB, HUB, HUB]],
    ['a row is no object', USER, ['0041']],
    ['a role is unknown', USER, [{ ...HUB, role: 'visitor' }]],
    ['a type is no text', USER, [{ ...HUB, type: 7 }]],
    ['a day cannot be read', USER, [{ ...HUB, activationTime: '9 March' }]],
    ['a day does not exist', USER, [{ ...HUB, activationTime: '2026-13-09' }]],
    ['a field is missing that it needs', USER, [{ ...HUB, partNumber: null }]],
  ])('%s', (_, user, list) => {
    expect(expand(user, list)).toBeUndefined();
  });
});

test('a text that may be missing is empty, and a country is shown by its name', () => {
  const screen: FirstScreenMarkup = {
    account: {
      choices: { country: [NONE, OTHER] },
      holes: { lastname: 'optional', country: 'country' },
      needs: [],
    },
    screen: [
      `${hole('lastname')}/${hole('country')}/${hole('countryCode')}/`,
      {
        by: 'country',
        of: [
          [[NONE], ['none']],
          [[OTHER], ['one']],
        ],
      },
    ],
    row: [],
  };
  expect(expandFirstScreen(screen, { lastname: null, country: 'nl' }, undefined, 'de')).toEqual([
    '/Niederlande/nl/',
    'one',
  ]);
  expect(expandFirstScreen(screen, { country: null }, undefined, 'de')).toEqual(['///', 'none']);
});

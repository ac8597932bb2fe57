import { describe, expect, test } from '@jest/globals';
import type { DataPreview } from './data-preview.ts';
import { COUNT, expandPreview, NONE, OTHER } from './data-preview.ts';
import { expandMarkup, textSlot } from './markup.ts';

type Preview = Omit<DataPreview, 'path'>;

const PREVIEW: Preview = {
  account: {
    choices: { isBosch: ['true', 'false'] },
    slots: { firstname: 'text', lastname: 'optional' },
    required: [],
  },
  rows: {
    read: 'hubs',
    most: 2,
    groupBy: 'role',
    choices: { role: ['owner', 'guest'], type: ['HUB', OTHER] },
    slots: { serial: 'text', activationTime: 'day' },
    required: ['partNumber'],
  },
  page: [
    ['h1', {}, [`Hello, ${textSlot('firstname')}`]],
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
    ['table', {}, [{ slot: 'rows' }]],
  ],
  item: [
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
        'aria-label': `Hub ${textSlot('serial')}`,
      },
      [textSlot('activationTime')],
    ],
  ],
};
const USER = { firstname: 'Mara', isBosch: true };
const HUB = { serial: '0041', partNumber: 'P', role: 'owner', type: 'HUB', activationTime: '2026-03-09' };

const expand = (user: unknown, list: unknown) => expandPreview(PREVIEW, user, list, 'en');

test('a preview shows what the answers say', () => {
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
  const preview: Preview = {
    account: {
      choices: { country: [NONE, OTHER] },
      slots: { lastname: 'optional', country: 'country' },
      required: [],
    },
    page: [
      `${textSlot('lastname')}/${textSlot('country')}/${textSlot('countryCode')}/`,
      {
        by: 'country',
        of: [
          [[NONE], ['none']],
          [[OTHER], ['one']],
        ],
      },
    ],
    item: [],
  };
  expect(expandPreview(preview, { lastname: null, country: 'nl' }, undefined, 'de')).toEqual([
    '/Niederlande/nl/',
    'one',
  ]);
  expect(expandPreview(preview, { country: null }, undefined, 'de')).toEqual(['///', 'none']);
});

test('what is not known yet stays, to be filled in later', () => {
  const title = {
    by: 'kind',
    of: [
      [['hub'], textSlot('serial')],
      [['light'], null],
    ],
  } as const;
  const markup = [
    { by: 'signedIn', of: [[['true'], [['p', { title }, [textSlot('link.app'), { slot: 'rows' }]]]]] },
  ] as const;
  const later = expandMarkup(markup, {
    choices: { signedIn: 'true' },
    texts: { 'link.app': `app:${textSlot('serial')}` },
  });
  expect(later).toEqual([['p', { title }, [`app:${textSlot('serial')}`, { slot: 'rows' }]]]);
  const nodes = { rows: ['Row'] };
  expect(expandMarkup(later, { choices: { kind: 'light' }, nodes })).toEqual([
    ['p', {}, [`app:${textSlot('serial')}`, 'Row']],
  ]);
  expect(expandMarkup(markup, { choices: { signedIn: 'false' } })).toEqual([]);
});

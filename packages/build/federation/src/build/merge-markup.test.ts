import { describe, expect, test } from '@jest/globals';
import { expandMarkup } from '@portal/contract/markup';
import type { Case, Expanded } from './merge-markup.ts';
import { mergeMarkup } from './merge-markup.ts';

/** The size of what the cases become, and whether each of them can be made of it. */
function merged(cases: readonly Case<readonly Expanded[]>[]) {
  const markup = mergeMarkup(cases);
  for (const { choices, value } of cases) expect(expandMarkup(markup, { choices })).toEqual(value);
  return markup;
}

const item = (text: string, attributes: Readonly<Record<string, string>> = {}): Expanded => ['li', attributes, [text]];

describe('markup for several cases', () => {
  test('what they share is there once', () => {
    const shared = [['p', { class: 'lead' }, ['Always']]] as const;
    const cases = ['a', 'b', 'c'].map((kind) => ({ choices: { kind }, value: [...shared, item(kind)] }));
    const markup = JSON.stringify(merged(cases));
    expect(markup.match(/Always/g)).toHaveLength(1);
    expect(markup.match(/"li"/g)).toHaveLength(1);
  });

  test('elements, attributes and texts depend on the fields that change them, and on no others', () => {
    const kinds = ['hub', 'light'];
    const roles = ['owner', 'guest'];
    const cases = kinds.flatMap((kind) =>
      roles.map((role) => ({
        choices: { kind, role },
        value: [
          ['tr', { 'data-role': role }, [item(kind), ...(role === 'owner' ? [['b', {}, ['Release']] as const] : [])]],
        ] as const,
      })),
    );
    const markup = JSON.stringify(merged(cases));
    expect(markup.match(/"Release"/g)).toHaveLength(1);
    expect(markup.match(/"by":"kind"/g)).toHaveLength(1);
  });

  test('nodes in another order are there several times', () => {
    const [a, b] = [item('a', { class: 'a' }), item('b', { class: 'b' })];
    const orders = [
      [a, b, 'c'],
      [b, a, 'c'],
      [b, 'c', a],
    ];
    expect(merged(orders.map((value, index) => ({ choices: { order: String(index) }, value })))).toHaveLength(1);
  });

  test('two cases with the same values that differ are refused', () => {
    const cases = ['a', 'b'].map((text) => ({ choices: { kind: 'hub' }, value: [text] }));
    expect(() => mergeMarkup(cases)).toThrow('Two cases with the same values show different things');
  });
});

test('all combinations of three fields can be made of what they become', () => {
  const cases = ['x', 'y'].flatMap((one) =>
    ['1', '2', '3'].flatMap((two) =>
      ['p', 'q'].map((three) => ({
        choices: { one, two, three },
        value: [
          `${one}${two}`,
          ...(two === '2' ? [] : [['i', { class: three, ...(one === 'x' && { title: two }) }, [three]] as const]),
          ...(three === 'q' ? [['b', { class: one }, []] as const] : []),
          ['u', {}, one === 'x' ? [item(three), two] : [item(two)]] as const,
        ],
      })),
    ),
  );
  expect(merged(cases)).not.toHaveLength(0);
});

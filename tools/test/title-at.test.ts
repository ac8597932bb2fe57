import { expect, test } from '@jest/globals';
import { titleAt } from './title-at.ts';

const SOURCE = `import { test } from 'x';

describe('a group', () => {
  test('adds (1 + 1) [x]', () => {
    expect(1 + 1).toBe(2);
  });

  test.each([
    ['a', 1],
    ["b", (2)],
  ])('%s is $name, \${x}', (name) => {
    check(name);
  });
  it.each(NAMES)(
    "don't lose %d",
    () => {},
  );
});
`;

test('above the first test there is none', () => {
  expect(titleAt(SOURCE, 1)).toBeUndefined();
});

test.each([
  [3, 'a group', 'another'],
  [5, 'adds (1 + 1) [x]', 'adds 1 + 1'],
  [9, 'b is Ada, 2', 'c is'],
  [12, 'b is Ada, 2', 'a group'],
  [16, "don't lose 3", "don't"],
])('line %d is of its test alone', (line, title, other) => {
  const pattern = new RegExp(titleAt(SOURCE, line) ?? '');
  expect(`a group ${title} @journey`).toMatch(pattern);
  expect(other).not.toMatch(pattern);
});

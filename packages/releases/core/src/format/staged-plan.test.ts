import { expect, test } from '@jest/globals';
import { describePlan, parseStages } from './staged-plan.ts';

test.each([
  ['10 % for 2 h, 50 % for a day, then ask', '10 % for 2 h, 50 % for a day, then ask'],
  [
    '5% for 90 minutes,  25% for an hour , 50% for 3 days, Then ask',
    '5 % for 90 min, 25 % for 1 h, 50 % for 3 days, then ask',
  ],
  ['1 % for 1 min, then ask', '1 % for 1 min, then ask'],
  ['99 % for 48 h, then ask', '99 % for 2 days, then ask'],
])('"%s" is a plan', (text, said) => {
  const stages = parseStages(text);
  if (typeof stages === 'string') throw new Error(stages);
  expect(describePlan({ stages })).toBe(said);
  expect(parseStages(said)).toEqual(stages);
});

test.each([
  ['10 % for 2 h', 'then ask'],
  ['10 % for 2 h, then everybody', 'then ask'],
  ['then ask', '1 to 10'],
  ['100 % for a day, then ask', '1 to 99 %'],
  ['10 % for 31 days, then ask', '30 days'],
  ['10 % for 0 h, then ask', '1 minute'],
  ['10 % for a while, then ask', '"10 % for a while"'],
  ['10 for 2 h, then ask', '"10 for 2 h"'],
  ['50 % for 2 h, 10 % for a day, then ask', '10 %'],
  [`${Array.from({ length: 11 }, (_, index) => `${String(index + 1)} % for 1 h`).join(', ')}, then ask`, '1 to 10'],
])('"%s" is no plan', (text, named) => {
  expect(parseStages(text)).toContain(named);
});

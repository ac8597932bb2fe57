import { expect, test } from '@jest/globals';
import { describeStages, parseStages } from './staged-plan.ts';

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
  expect(describeStages(stages)).toBe(said);
  expect(parseStages(said)).toEqual(stages);
});

test.each([
  ['10 % for 2 h', 'A plan ends with ", then ask"'],
  ['10 % for 2 h, then everybody', 'A plan ends with ", then ask"'],
  ['then ask', 'A plan has 1 to 10 stages.'],
  ['100 % for a day, then ask', 'a share is 1 to 99 %'],
  ['10 % for 31 days, then ask', 'a stage takes 1 minute to 30 days'],
  ['10 % for 0 h, then ask', 'a stage takes 1 minute to 30 days'],
  ['10 % for a while, then ask', '"10 % for a while" is no stage; one is like "10 % for 2 h"'],
  ['10 for 2 h, then ask', '"10 for 2 h" is no stage'],
  ['50 % for 2 h, 10 % for a day, then ask', 'The shares of a plan grow, and 10 % does not.'],
  [
    `${Array.from({ length: 11 }, (_, index) => `${String(index + 1)} % for 1 h`).join(', ')}, then ask`,
    'A plan has 1 to 10 stages.',
  ],
])('"%s" is no plan', (text, problem) => {
  expect(parseStages(text)).toContain(problem);
});

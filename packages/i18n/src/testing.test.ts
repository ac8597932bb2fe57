import { expect, test } from '@jest/globals';
import { differences } from './testing.ts';

const ENGLISH = { hubs: { title: 'Hubs of {{name}}', count_one: '{{count}} hub', count_other: '{{count}} hubs' } };

test('a complete catalogue has no differences', () => {
  const french = {
    hubs: {
      title: 'Hubs de {{ name }}',
      count_one: 'un hub',
      count_many: '{{count}} hubs',
      count_other: '{{count}} hubs',
    },
  };
  expect(differences(ENGLISH, french, 'fr')).toEqual([]);
});

test('missing and unknown keys, other places and missing plural forms are found', () => {
  const french = { hubs: { title: 'Hubs', count_one: '{{count}} hub', count_other: '{{count}} hubs' }, more: 'x' };
  expect(differences(ENGLISH, french, 'fr')).toEqual([
    'hubs.title has other places to fill',
    'hubs.count lacks the plural form "many"',
    'more is unknown',
  ]);
  expect(differences(ENGLISH, {}, 'de')).toEqual(['hubs.title is missing', 'hubs.count is missing']);
});

import { expect, test } from '@jest/globals';
import { parseConfig } from '@portal/contract/config';
import { configRows } from './config-keys.ts';
import { EXAMPLE, operatingPage } from './setting-tables.ts';

test('docs/operating.md has every variable and every key of config.json (`npm run settings` writes them)', () => {
  const { present, right } = operatingPage();
  expect(present).toBe(right);
  for (const some of ['| `TRUSTED_PROXIES` |', '| `AWS_REGION` |', '| `links.kitForum` |'])
    expect(present).toContain(some);
});

/** As the rows of the table have them: "`links.contact`". */
function getKeys(value: unknown, path: readonly string[] = []): readonly string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [`\`${path.join('.')}\``];
  return Object.entries(value).flatMap(([key, each]) => getKeys(each, [...path, key]));
}

test('the example of config.json has every key, and is right', () => {
  const example: unknown = JSON.parse(EXAMPLE);
  expect(parseConfig(example)).toEqual(example);
  expect(getKeys(example)).toEqual(configRows.map(([key]) => key));
});

test.each([
  ['apiBaseUrl', 'yes'],
  ['cookieDomain', 'yes'],
  ['features.singleSignOn', 'yes'],
  ['features.staff', 'no'],
  ['links.contact', 'no'],
  ['documents.view', 'no'],
  ['publicOrigin', 'no'],
])('the table says whether %s is required: %s', (key, required) => {
  const row = operatingPage()
    .right.split('\n')
    .find((line) => line.startsWith(`| \`${key}\` |`));
  expect(row?.includes('| required: ')).toBe(required === 'yes');
});

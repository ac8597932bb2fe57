import { expect, test } from '@jest/globals';
import { operatingPage } from './setting-tables.ts';

test('docs/operating.md has every variable and every key of config.json (`npm run settings` writes them)', () => {
  const { present, right } = operatingPage();
  expect(present).toBe(right);
  for (const some of ['| `TRUSTED_PROXIES` |', '| `AWS_REGION` |', '| `links.kitForum` |'])
    expect(present).toContain(some);
});

test.each([
  ['apiBaseUrl', 'yes'],
  ['cookieDomain', 'yes'],
  ['features.singleSignOn', 'yes'],
  ['links.contact', 'no'],
  ['documents.view', 'no'],
  ['publicOrigin', 'no'],
])('the table says whether %s is required: %s', (key, required) => {
  const row = operatingPage()
    .right.split('\n')
    .find((line) => line.startsWith(`| \`${key}\` |`));
  expect(row).toMatch(new RegExp(`\\| ${required} \\|$`));
});

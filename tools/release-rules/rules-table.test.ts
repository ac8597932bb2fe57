import { expect, test } from '@jest/globals';
import { policyPage } from './rules-table.ts';

test('docs/release-policy.md has a row for each rule (`npm run release-rules` writes them)', () => {
  const { present, right } = policyPage();
  expect(present).toBe(right);
  expect(present).toContain('| `failed-before` |');
});

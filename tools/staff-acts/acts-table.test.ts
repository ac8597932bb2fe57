import { expect, test } from '@jest/globals';
import { staffPage } from './acts-table.ts';

test('docs/staff-api.md has the table of roles and acts (`npm run staff-acts` writes it)', () => {
  const { present, right } = staffPage();
  expect(present).toBe(right);
  expect(present).toContain('| change roles |  |  |  | yes |');
});

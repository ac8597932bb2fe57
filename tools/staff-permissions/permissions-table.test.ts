import { expect, test } from '@jest/globals';
import { staffPage } from './permissions-table.ts';

test('docs/staff-api.md has the table of roles and permissions (`npm run staff-permissions` writes it)', () => {
  const { present, right } = staffPage();
  expect(present).toBe(right);
  expect(present).toContain('| admin | change roles, delete logs, ');
});

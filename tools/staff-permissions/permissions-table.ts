import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PERMISSIONS } from '@portal/staff-api/permissions';
import { withSection } from '../marked-section.ts';

const NAME = 'docs/staff-api.md';
/** The page with the table of roles and permissions. */
export const PAGE = join(import.meta.dirname, '../..', NAME);

const byRoles = Object.groupBy(Object.entries<readonly string[]>(PERMISSIONS), ([, roles]) => roles.join(', '));

/** Which roles may do what, as the API enforces it. */
const table = [
  '| Roles | May |',
  '| --- | --- |',
  ...Object.entries(byRoles).map(
    ([roles, permissions = []]) => `| ${roles} | ${permissions.map(([permission]) => permission).join(', ')} |`,
  ),
].join('\n');

/** The page as it is, and as it has to be. @throws {PlainError} if it lacks the markers */
export function staffPage(): { readonly present: string; readonly right: string } {
  const present = readFileSync(PAGE, 'utf8');
  return { present, right: withSection(NAME, present, 'roles and permissions', table) };
}

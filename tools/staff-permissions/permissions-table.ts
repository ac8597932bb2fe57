import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PERMISSIONS, STAFF_ROLES } from '@portal/staff-api/permissions';
import { withSection } from '../marked-section.ts';

const NAME = 'docs/staff-api.md';
/** The page with the table of roles and permissions. */
export const PAGE = join(import.meta.dirname, '../..', NAME);

const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

/** Which role may do what, as the API enforces it. */
const table = [
  line(['Permission', ...STAFF_ROLES.map((role) => `\`${role}\``)]),
  line(['---', ...STAFF_ROLES.map(() => ':-:')]),
  ...Object.entries<readonly string[]>(PERMISSIONS).map(([permission, roles]) =>
    line([permission, ...STAFF_ROLES.map((role) => (roles.includes(role) ? 'yes' : ''))]),
  ),
].join('\n');

/** The page as it is, and as it has to be. @throws {PlainError} if it lacks the markers */
export function staffPage(): { readonly present: string; readonly right: string } {
  const present = readFileSync(PAGE, 'utf8');
  return { present, right: withSection(NAME, present, 'roles and permissions', table) };
}

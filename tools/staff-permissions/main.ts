/**
 * `npm run staff-permissions` writes the table of roles and permissions into docs/staff-api.md. A test compares the
 * page with it.
 */
import { writeFileSync } from 'node:fs';
import { PAGE, staffPage } from './permissions-table.ts';

writeFileSync(PAGE, staffPage().right);

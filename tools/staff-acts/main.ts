/** `npm run staff-acts` writes the table of roles and acts into docs/staff-api.md. A test compares the page with it. */
import { writeFileSync } from 'node:fs';
import { PAGE, staffPage } from './acts-table.ts';

writeFileSync(PAGE, staffPage().right);

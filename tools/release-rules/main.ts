/** `npm run release-rules` writes the table of rules into docs/release-policy.md. A test compares the page with it. */
import { writeFileSync } from 'node:fs';
import { PAGE, policyPage } from './rules-table.ts';

writeFileSync(PAGE, policyPage().right);

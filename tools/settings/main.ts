/** `npm run settings` writes the tables of all settings into docs/operating.md. A test compares the page with them. */
import { writeFileSync } from 'node:fs';
import { operatingPage, PAGE } from './setting-tables.ts';

writeFileSync(PAGE, operatingPage().right);

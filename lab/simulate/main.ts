/** `npm run simulate` runs the simulations of canaries, and writes their tables into docs/canary.md, between the two markers. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { simulateAll } from '@portal/release/simulation';
import { tablesOf } from '@portal/release/simulation-tables';
import { withSection } from '../tools/marked-section.ts';

const PAGE = join(import.meta.dirname, '../docs/canary.md');
const tables = tablesOf(await simulateAll('whole'));
await writeFile(PAGE, withSection('docs/canary.md', await readFile(PAGE, 'utf8'), 'simulations', tables));
console.log(tables);

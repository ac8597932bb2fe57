/**
 * `npm run lab -- simulate` runs the simulations of canaries, and writes their tables into docs/benchmarks.md, between
 * the two markers. With `--sample`, it runs a hundredth of them, and writes nothing.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { withSection } from '../../tools/marked-section.ts';
import { formatTables } from './report.ts';
import { simulateAll } from './simulate-all.ts';

const PAGE = join(import.meta.dirname, '../../docs/benchmarks.md');
const { values } = parseArgs({ options: { sample: { type: 'boolean', default: false } } });
const tables = formatTables(await simulateAll(values.sample ? 'sample' : 'whole'));
if (!values.sample)
  await writeFile(PAGE, withSection('docs/benchmarks.md', await readFile(PAGE, 'utf8'), 'simulations', tables));
console.log(tables);

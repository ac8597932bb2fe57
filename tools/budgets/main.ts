/**
 * `npm run budgets -- [--write] [http://localhost:4000]`: what the last builds, and the pages of a running portal, have
 * of their budgets. `--write` lists what they consist of, so that a later breach names what has grown.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { listParts } from '../../scripts/start/parts.ts';
import { checkBudgets, largest, LISTED_FILE, readBudgets, readListed } from './check-budgets.ts';
import type { Listed } from './check-budgets.ts';
import type { Measured } from './read-build.ts';
import { readBuild } from './read-build.ts';
import { BUDGET_PATHS, readPage } from './read-page.ts';

const ROOT = join(import.meta.dirname, '../..');

const { values, positionals } = parseArgs({ options: { write: { type: 'boolean' } }, allowPositionals: true });
const [url] = positionals;
const measured = new Map<string, Measured>();
for (const part of listParts(ROOT)) measured.set(part, await readBuild(ROOT, part));
if (url !== undefined) for (const path of BUDGET_PATHS) measured.set(path, await readPage(url, path));

const [budgets, listed] = [readBudgets(), readListed()];
for (const [name, each] of measured)
  for (const [kind, size] of Object.entries(each.bytes))
    console.log(
      `${name} ${kind}: ${String(size)} of ${String(budgets[name]?.[kind] ?? 'the budget of any other part')}`,
    );
for (const message of [...measured].flatMap(([name, each]) => checkBudgets(name, each, budgets, listed))) {
  console.error(message);
  process.exitCode = 1;
}
if (values.write) {
  const now: Listed = { ...listed };
  for (const [name, { contents }] of measured)
    now[name] = Object.fromEntries(Object.entries(contents).map(([kind, sizes]) => [kind, { ...largest(sizes) }]));
  writeFileSync(LISTED_FILE, `${JSON.stringify(now, null, 2)}\n`);
}

import { join } from 'node:path';
import { listParts } from '../../scripts/start/parts.ts';
import { checkBudgets, readBudgets, readListed } from '../../tools/budgets/check-budgets.ts';
import { readBuild } from '../../tools/budgets/read-build.ts';
import { BUDGET_PATHS, readPage } from '../../tools/budgets/read-page.ts';
import { expect, test } from './support/portal.ts';

const ROOT = join(import.meta.dirname, '../..');

// The builds of this checkout are those that the run has started with; another portal may have others.
test.skip(!process.env['PORTAL_STARTED_HERE'], 'of a portal that was started elsewhere');

for (const part of listParts(ROOT))
  test(`${part} keeps its budget`, async () => {
    expect(checkBudgets(part, await readBuild(ROOT, part), readBudgets(), readListed()).join('\n')).toBe('');
  });

for (const path of BUDGET_PATHS)
  test(`the page ${path} keeps its budget`, async ({ portal }) => {
    expect(checkBudgets(path, await readPage(portal.url, path), readBudgets(), readListed()).join('\n')).toBe('');
  });

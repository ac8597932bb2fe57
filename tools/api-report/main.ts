/**
 * `npm run api-report` writes what the shared modules give into a report in each package; it refuses what would break
 * remotes, unless `--accept-breaks` follows.
 */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { composeReports, describeBreaks, staleFiles } from './compose-reports.ts';

const { values } = parseArgs({ options: { 'accept-breaks': { type: 'boolean', default: false } } });
const root = join(import.meta.dirname, '../..');
const reports = await composeReports(root);
if (reports.breaks.length > 0 && !values['accept-breaks']) {
  console.error(describeBreaks(reports.breaks).join('\n'));
  process.exitCode = 1;
} else {
  const stale = await staleFiles(root, reports);
  for (const [file, text] of reports.files)
    await (text === undefined ? rm(file, { force: true }) : writeFile(file, text));
  console.log(stale.length === 0 ? 'The reports are up to date.' : `Written: ${stale.join(', ')}`);
}

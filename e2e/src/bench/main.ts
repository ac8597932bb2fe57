import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { PlainError } from '@portal/node-kit/plain-error';
import { chromium } from 'playwright';
import type { Browser } from 'playwright';
import { obtainHeadlessShell, findInstalledBrowser } from '../../../scripts/find-browser.ts';
import { withSection } from '../../../tools/marked-section.ts';
import { judgeGoals } from './goals.ts';
import type { BenchOptions } from './options.ts';
import { readBenchOptions } from './options.ts';
import { measureVisits } from './measure.ts';
import type { Results } from './results.ts';
import { startBenchServers } from './servers.ts';
import { extrasTable, goalsTable, loadedTable, timesTable } from './tables.ts';

const ROOT = join(import.meta.dirname, '../../..');
const PAGE = join(ROOT, 'docs/benchmarks.md');

/** Where and when the figures were measured. */
function conditions(browser: Browser, { rounds }: BenchOptions, minutes: number): string {
  const [cpu] = cpus();
  const date = new Date().toISOString().slice(0, 10);
  return (
    `${date}, ${String(cpus().length)} × ${cpu?.model ?? 'unknown processor'}, load ${loadavg()[0]?.toFixed(1) ?? '?'}, ` +
    `Node ${process.versions.node}, Chromium ${browser.version()}; ${String(rounds)} rounds in ${minutes.toFixed(0)} minutes.`
  );
}

/** The tables, by their sections in docs/benchmarks.md. */
function describe(results: Results, { pages, variants }: BenchOptions): Readonly<Record<string, string>> {
  return {
    goals: goalsTable(judgeGoals(results)),
    times: timesTable(results, pages, variants),
    others: extrasTable(results, variants),
    loaded: loadedTable(results, pages, variants),
  };
}

async function writePage(sections: Readonly<Record<string, string>>): Promise<void> {
  let page = await readFile(PAGE, 'utf8');
  for (const [name, text] of Object.entries(sections)) page = withSection('docs/benchmarks.md', page, name, text);
  await writeFile(PAGE, page);
}

/**
 * `npm run bench`: the portal beside the same sources as one application. `--full`: all variants, pages and servers; `--write`: into
 * docs/benchmarks.md.
 */
async function main(): Promise<void> {
  const options = readBenchOptions(process.argv.slice(2));
  const began = performance.now();
  const executablePath = obtainHeadlessShell() ?? findInstalledBrowser();
  const servers = await startBenchServers(options.variants);
  const browser = await chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  try {
    const results = await measureVisits(browser, servers, options);
    const measured = conditions(browser, options, (performance.now() - began) / 60_000);
    const sections = { conditions: measured, ...describe(results, options) };
    for (const text of Object.values(sections)) console.log(`\n${text}`);
    await mkdir(join(ROOT, '.bench'), { recursive: true });
    await writeFile(join(ROOT, '.bench/visits.json'), JSON.stringify(results, null, 1));
    if (options.write) await writePage(sections);
  } finally {
    await browser.close();
    await servers.stop();
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof PlainError ? error.message : error);
  process.exitCode = 1;
});

import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { PlainError } from '@portal/node-kit/plain-error';
import { chromium } from 'playwright';
import type { Browser } from 'playwright';
import { findInstalledBrowser, obtainHeadlessShell } from '../../scripts/find-browser.ts';
import { withSection } from '../../tools/marked-section.ts';
import { runCapacity } from '../capacity/run.ts';
import { FIRST_SHARE } from '../capacity/visits-a-day.ts';
import { drawChart } from './chart.ts';
import { measureDevelopment } from './development.ts';
import { judgeExtras, judgeVisits } from './goals.ts';
import { measureBuilds } from './measure-builds.ts';
import { measureCable, measureReturns, measureVisits } from './measure.ts';
import { measureManyHubs } from './many-hubs.ts';
import { measurePageBytes } from './page-bytes.ts';
import type { BenchOptions } from './options.ts';
import { readBenchOptions } from './options.ts';
import type { Results } from './results.ts';
import type { BenchServers } from './servers.ts';
import { startBenchServers } from './servers.ts';
import {
  buildsTable,
  capacityTable,
  chartGroups,
  extrasTable,
  goalsTable,
  loadedTable,
  pageBytesTable,
  timesTable,
} from './tables.ts';

const ROOT = join(import.meta.dirname, '../..');
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

type Sections = Readonly<Record<string, string>>;

/** The tables of visits, by their sections in docs/benchmarks.md. */
function describeVisits(results: Results, { pages, variants }: BenchOptions): Sections {
  return {
    times: timesTable(results, pages, variants),
    others: extrasTable(results, variants),
    loaded: loadedTable(results, pages, variants),
  };
}

const REMOTES = [4, 1000];
const BUILD_ROUNDS = 5;
/** How visits are made that cost the web server processor time (`npm run lab -- capacity`). */
const CAPACITY = { seconds: 20, warmUpSeconds: 5, load: 0.3 };

/** Measures what needs no browser. */
async function measureAlone({ stateFolder }: BenchServers): Promise<Sections> {
  const capacity = await runCapacity({ ...CAPACITY, state: stateFolder, firstShare: FIRST_SHARE, print: console.log });
  const [error] = capacity.errors;
  if (error !== undefined) throw new Error(error);
  return {
    processor: capacityTable(capacity),
    'page-bytes': pageBytesTable(await measurePageBytes(ROOT, REMOTES)),
    builds: buildsTable(await measureBuilds(BUILD_ROUNDS)),
  };
}

/** Writes the tables into docs/benchmarks.md, and the chart beside its pictures. */
async function writePage(sections: Sections, chart: string): Promise<void> {
  let page = await readFile(PAGE, 'utf8');
  for (const [name, text] of Object.entries(sections)) page = withSection('docs/benchmarks.md', page, name, text);
  await writeFile(PAGE, page);
  await writeFile(join(ROOT, 'docs/images/benchmarks.svg'), chart);
}

async function startBrowser(): Promise<Browser> {
  const executablePath = obtainHeadlessShell() ?? findInstalledBrowser();
  return await chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
}

/**
 * `npm run lab -- bench`: the portal beside the same sources as one application. `--full`: all variants and pages;
 * `--write`: into docs/benchmarks.md. `--development`: how long those wait who work on the portal.
 */
async function main(): Promise<void> {
  const options = readBenchOptions(process.argv.slice(2));
  const { development, full, rounds, pages, variants, write } = options;
  if (development) {
    console.log(await measureDevelopment(rounds));
    return;
  }
  // The bundler and the style sheets of the frame look at it.
  process.env['NODE_ENV'] ??= 'production';
  const began = performance.now();
  const servers = await startBenchServers(variants, full);
  const browser = await startBrowser();
  try {
    const others = full ? await measureAlone(servers) : {};
    const results = await measureVisits(browser, servers, options);
    if (full) {
      await measureManyHubs(browser, servers, rounds, results);
      await measureCable(browser, servers, rounds, results);
      await measureReturns(browser, servers, rounds, results);
    }
    await mkdir(join(ROOT, '.bench'), { recursive: true });
    await writeFile(join(ROOT, '.bench/results.json'), JSON.stringify(results, null, 1));
    const measured = conditions(browser, options, (performance.now() - began) / 60_000);
    const sections = {
      conditions: measured,
      goals: goalsTable([...judgeVisits(results), ...judgeExtras(results)]),
      ...describeVisits(results, options),
      ...others,
    };
    for (const text of Object.values(sections)) console.log(`\n${text}`);
    const title = 'First visit: until the content is there';
    const note = 'Medians; orange: the middle half of the rounds; white: the first paint. (c) is the portal.';
    if (write) await writePage(sections, drawChart(title, note, chartGroups(results, pages, variants)));
  } finally {
    await browser.close();
    await servers.stop();
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof PlainError ? error.message : error);
  process.exitCode = 1;
});

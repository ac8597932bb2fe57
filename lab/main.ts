/**
 * `npm run lab -- NAME [options]` runs what measures the portal rather than testing it. Without a name, it lists the
 * names.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * What each command measures, in one line. Its module is `NAME/main.ts`, which reads the options from the process's
 * arguments.
 */
const COMMANDS = {
  bench: 'first visits and ways of the portal beside other builds of its sources, on a slow line',
  capacity: "the processor time of visits and open tabs, and how many a day two cores serve, on npm start's store",
  endurance: 'how a web server bears visitors and releases for a long time',
  files: 'how many files of the sources a page’s request and a promotion pass',
  'first-day': 'how long each step of the first day takes, with an empty cache',
  lighthouse: "Lighthouse's scores of pages in a running portal",
  mutants: 'which small defects, put into the sources, the tests notice',
  pairs: 'whether the first screen of each version of a remote works in each version of the shell, in a store',
  rebuild: 'whether a published version has the bytes that its commit gives',
  reliability: 'how many inputs and faults the tests try, counted for docs/reliability.md',
  sheet: 'pictures of all screens in three engines, and a page that shows them',
  simulate: 'how well canaries are judged, in simulated streams of visits, for docs/benchmarks.md',
} as const;

const isCommand = (name: string): name is keyof typeof COMMANDS => Object.hasOwn(COMMANDS, name);

/** The names, with a line for each. */
function listCommands(): string {
  const rows = Object.entries(COMMANDS).map(([name, what]) => `  ${name.padEnd(13)}${what}`);
  return ['Usage: npm run lab -- NAME [options]', '', ...rows, ''].join('\n');
}

const [name, ...args] = process.argv.slice(2);
if (name === undefined || !isCommand(name)) {
  if (name !== undefined) process.stderr.write(`There is no "${name}" in the lab.\n\n`);
  process.stderr.write(listCommands());
  process.exitCode = 1;
} else {
  const module = join(import.meta.dirname, name, 'main.ts');
  process.argv = [process.execPath, module, ...args];
  await import(pathToFileURL(module).href);
}

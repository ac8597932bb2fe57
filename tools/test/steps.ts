import { existsSync, globSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseInput } from '@portal/contract/parse';
import * as v from 'valibot';
import { obtainBrowser, obtainHeadlessShell } from '../../scripts/find-browser.ts';
import { obtainEngines } from '../../scripts/find-engines.ts';
import { runCommand } from '../../scripts/processes/run-command.ts';
import type { CommandResult } from '../../scripts/processes/run-command.ts';
import { packageMachine } from '../../scripts/system-packages.ts';
import { startTestCeph } from './ceph.ts';
import { obtainContainers } from './containers.ts';
import { obtainNginx } from './nginx.ts';
import { checkOutcome } from './outcome.ts';
import type { Outcome } from './outcome.ts';
import { obtainPdfTools } from './pdf-tools.ts';
import { startTestPostgres } from './postgres.ts';
import { obtainPromtool } from './promtool.ts';
import { readJestReport, readPlaywrightReport } from './reports.ts';
import type { TestRun } from './reports.ts';
import type { Scheduled } from './schedule.ts';
import { selectTests } from './select-tests.ts';

/** `npm run check`, `npm test`, `npm run test:full`. */
export type Lane = 'check' | 'fast' | 'full';

export interface Context {
  readonly root: string;
  readonly lane: Lane;
  /** What the check is about: paths from the root. */
  readonly changed: readonly string[];
  readonly signal: AbortSignal;
  /** Shows a detail beside the step's title. */
  readonly note: (detail: string) => void;
  /** Prints a separate line. */
  readonly print: (line: string) => void;
  /** Folder of the programs that tests start, for TEST_PROGRAMS. */
  readonly programs: () => Promise<string>;
}

export interface Step extends Scheduled {
  /** Name for `--only`. */
  readonly name: string;
  readonly title: string;
  readonly lanes: readonly Lane[];
  run(context: Context): Promise<Outcome>;
}

const JEST = 'node_modules/jest/bin/jest.js';
const PLAYWRIGHT = ['e2e/node_modules/@playwright/test/cli.js', 'test', '--config', 'e2e'] as const;

type Program = readonly [file: string, ...args: string[]];

async function runNode(
  { root, signal }: Context,
  [file, ...args]: Program,
  env: Readonly<Record<string, string>> = {},
): Promise<CommandResult> {
  return await runCommand({
    file: process.execPath,
    args: [join(root, file), ...args],
    cwd: root,
    env: { ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : { NO_COLOR: '1', COLORS: 'false' }), ...env },
    signal,
  });
}

async function check(context: Context, program: Program): Promise<Outcome> {
  const { code, output } = await runNode(context, program);
  return checkOutcome(code === 0, output);
}

/** Runs a tool that takes files on all of them, in a check only on those that have changed and that it reads. */
async function checkFiles(context: Context, program: Program, reads: RegExp): Promise<Outcome> {
  if (context.lane !== 'check') return await check(context, program);
  const files = context.changed.filter((file) => reads.test(file) && existsSync(join(context.root, file)));
  context.note(`${files.length} changed`);
  return files.length === 0 ? checkOutcome(true, '') : await check(context, [...program, ...files]);
}

async function lint(context: Context): Promise<Outcome> {
  const oxlint = 'node_modules/oxlint/bin/oxlint';
  if (context.lane === 'check') return await checkFiles(context, [oxlint], /\.(?:tsx?|mjs)$/);
  const outcome = await check(context, [oxlint, '--type-check']);
  context.note('with types');
  return outcome;
}

const SolutionSchema = v.object({ references: v.array(v.object({ path: v.string() })) });

/** Checks the projects that tsconfig.json lists. The compiler remembers what it has checked. */
async function checkTypes(context: Context): Promise<Outcome> {
  const text = await readFile(join(context.root, 'tsconfig.json'), 'utf8');
  const { references } = parseInput('tsconfig.json', SolutionSchema, JSON.parse(text));
  const memory = join(context.root, 'node_modules/.cache/types');
  await mkdir(memory, { recursive: true });
  const failures: string[] = [];
  for (const [index, { path }] of references.entries()) {
    context.note(`${path}, ${index + 1} of ${references.length}`);
    const remembered = ['--incremental', '--tsBuildInfoFile', join(memory, `${basename(path, '.json')}.tsbuildinfo`)];
    const { code, output } = await runNode(context, [
      'node_modules/typescript/bin/tsc',
      '--noEmit',
      ...remembered,
      '-p',
      path,
    ]);
    if (code !== 0) failures.push(`${path}\n${output}`);
  }
  context.note(`${references.length} projects`);
  return checkOutcome(failures.length === 0, failures.join('\n'));
}

/** Runs a test runner and reads its JSON report. */
async function runTests(
  run: (reportFile: string) => Promise<CommandResult>,
  read: (report: unknown, run: TestRun) => Outcome,
): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-test-'));
  try {
    const reportFile = join(folder, 'report.json');
    const { code, output } = await run(reportFile);
    const report = await readFile(reportFile, 'utf8').catch(() => undefined);
    if (report === undefined) return checkOutcome(false, output);
    return read(JSON.parse(report), { succeeded: code === 0, output });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Sources of tests that run more in the full lane, or there alone. */
async function findFullTests(root: string): Promise<readonly string[]> {
  const files = globSync('{shell,mfe-*,packages,scripts,tools,lab}/**/*.{ts,tsx}', {
    cwd: root,
    exclude: ['**/node_modules', '**/dist'],
  });
  const found: string[] = [];
  for (const file of files) {
    const text = /\.(?:full|slow)\.test\.tsx?$/.test(file) ? '' : await readFile(join(root, file), 'utf8');
    if (text === '' || /env\['TEST_(?:FULL|REPEATS)'\]/.test(text)) found.push(file);
  }
  return found;
}

/** What `--findRelatedTests` gets; undefined for everything in the fast lane. */
async function chooseTests({ root, lane, changed, note, print }: Context): Promise<readonly string[] | undefined> {
  if (lane === 'full') return await findFullTests(root);
  if (lane === 'fast') return undefined;
  for (const file of changed.filter((each) => /\.full\.test\.|\.spec\./.test(each)))
    print(`Not run here: ${file} (npm run test:one -- ${file}).`);
  const selection = selectTests(changed);
  if (selection === 'everything') return undefined;
  const read = selection.tests.flatMap((path) =>
    path.endsWith('.ts') ? [path] : globSync(`${path}/**/*.test.{ts,tsx}`, { cwd: root, exclude: ['**/node_modules'] }),
  );
  note('what the change touches');
  return [...selection.sources, ...read].filter((file) => existsSync(join(root, file)));
}

const JEST_OPTIONS = '--experimental-vm-modules --disable-warning=ExperimentalWarning';

/**
 * In the full lane, with a PostgreSQL and an S3 server of this run, unless TEST_DATABASE_URL and TEST_S3_URL name some.
 */
async function runJest(context: Context): Promise<Outcome> {
  const chosen = await chooseTests(context);
  if (chosen?.length === 0) return checkOutcome(true, '');
  const programs = await context.programs();
  const machine = packageMachine(context.print);
  const servers: { stop(): Promise<void> }[] = [];
  const started = <Server extends { stop(): Promise<void> }>(server: Server | undefined): Server | undefined => {
    if (server) servers.push(server);
    return server;
  };
  const obtainServers = async (): Promise<Readonly<Record<string, string>>> => {
    const pdfTools = obtainPdfTools(machine);
    obtainNginx(machine);
    obtainPromtool(machine);
    obtainContainers(machine);
    const postgres = process.env['TEST_DATABASE_URL'] ? undefined : started(await startTestPostgres(machine));
    const ceph = process.env['TEST_S3_URL'] ? undefined : started(await startTestCeph(machine));
    return {
      ...(pdfTools && { PDF_TOOLS: 'required' }),
      ...(postgres && { TEST_DATABASE_URL: postgres.url }),
      ...(ceph && { TEST_S3_URL: ceph.url }),
    };
  };
  try {
    const env = context.lane === 'full' ? await obtainServers() : {};
    const selection = chosen ? ['--passWithNoTests', '--findRelatedTests', ...chosen] : [];
    return await runTests(
      async (reportFile) =>
        await runNode(context, [JEST, '--json', `--outputFile=${reportFile}`, ...selection], {
          NODE_OPTIONS: JEST_OPTIONS,
          TEST_PROGRAMS: programs,
          ...env,
        }),
      (report, run) => {
        const outcome = readJestReport(report, run);
        // A change may touch no test.
        return context.lane === 'check' && run.succeeded ? { ...outcome, failed: 0 } : outcome;
      },
    );
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
}

async function runPlaywright(context: Context): Promise<Outcome> {
  const programs = await context.programs();
  const headlessShell = obtainHeadlessShell();
  const browser = obtainBrowser();
  const engines = context.lane === 'full' && obtainEngines(packageMachine(context.print));
  return await runTests(
    async (reportFile) =>
      await runNode(context, PLAYWRIGHT, {
        CHROMIUM_PATH: browser,
        TEST_PROGRAMS: programs,
        ...(headlessShell !== undefined && { HEADLESS_SHELL_PATH: headlessShell }),
        ...(engines && { ENGINES: 'required' }),
        PLAYWRIGHT_JSON_OUTPUT_FILE: reportFile,
      }),
    readPlaywrightReport,
  );
}

/** The steps of all lanes, in their order, two at a time: Jest, and beside it the checks of the sources. */
export const STEPS: readonly Step[] = [
  { name: 'jest', title: 'Jest', lanes: ['check', 'fast', 'full'], run: runJest },
  // Faster where it has run before; elsewhere the linter, which loads all types anyway, reports their errors too.
  { name: 'types', title: 'Types', lanes: ['check'], run: checkTypes },
  {
    name: 'lint',
    title: 'Lint and module boundaries',
    lanes: ['check', 'fast'],
    run: lint,
  },
  {
    name: 'format',
    title: 'Format',
    lanes: ['check', 'fast'],
    run: async (context) =>
      await checkFiles(
        context,
        ['node_modules/oxfmt/bin/oxfmt', '--check', '--no-error-on-unmatched-pattern'],
        /\.(?:tsx?|mjs|jsonc?|css|html|ya?ml|md)$/,
      ),
  },
  {
    name: 'unused',
    title: 'Unused code',
    lanes: ['full'],
    run: async (context) => await check(context, ['node_modules/knip/bin/knip.js', '--no-config-hints']),
  },
  // The portal, the browsers and the servers need all processors.
  {
    name: 'e2e',
    title: 'Playwright, on a production build',
    lanes: ['fast', 'full'],
    isAlone: true,
    run: runPlaywright,
  },
];

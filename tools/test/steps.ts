import { glob, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseInput } from '@portal/contract/parse';
import * as v from 'valibot';
import { obtainBrowser, obtainHeadlessShell } from '../../scripts/find-browser.ts';
import { obtainEngines } from '../../scripts/find-engines.ts';
import { PlainError } from '@portal/node-kit/plain-error';
import { runCommand } from '../../scripts/processes/run-command.ts';
import type { CommandResult } from '../../scripts/processes/run-command.ts';
import { packageMachine } from '../../scripts/system-packages.ts';
import { checkCoverage, SPECIFICATION } from '../specification/check-coverage.ts';
import { SECURITY } from '../specification/security-page.ts';
import { startTestCeph } from './ceph.ts';
import { obtainContainers } from './containers.ts';
import { readJestReport } from './jest-report.ts';
import { obtainNginx } from './nginx.ts';
import { checkOutcome } from './outcome.ts';
import type { Outcome, TestResult } from './outcome.ts';
import { obtainPdfTools } from './pdf-tools.ts';
import { readPlaywrightList, readPlaywrightReport } from './playwright-report.ts';
import { startTestPostgres } from './postgres.ts';
import { obtainPromtool } from './promtool.ts';
import type { Scheduled } from './schedule.ts';

export interface Context {
  readonly root: string;
  /** Runs only the tests that TEST_FULL or TEST_REPEATS widens. */
  readonly full: boolean;
  readonly signal: AbortSignal;
  /** Shows a detail beside the step's title. */
  readonly note: (detail: string) => void;
  /** Prints a separate line. */
  readonly say: (line: string) => void;
  /** Folder of the programs that tests start, for TEST_PROGRAMS. */
  readonly programs: () => Promise<string>;
  /** Outcomes of earlier steps, by name. */
  readonly outcomes: ReadonlyMap<string, Outcome>;
}

export interface Step extends Scheduled {
  /** Name for `--only`. */
  readonly name: string;
  readonly title: string;
  /** Whether the full run widens this step. */
  readonly widens?: boolean;
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

const SolutionSchema = v.object({ references: v.array(v.object({ path: v.string() })) });

/** Checks the projects that tsconfig.json lists. */
async function checkTypes(context: Context): Promise<Outcome> {
  const text = await readFile(join(context.root, 'tsconfig.json'), 'utf8');
  const { references } = parseInput('tsconfig.json', SolutionSchema, JSON.parse(text));
  const failures: string[] = [];
  for (const [index, { path }] of references.entries()) {
    context.note(`${path}, ${index + 1} of ${references.length}`);
    const { code, output } = await runNode(context, ['node_modules/typescript/bin/tsc', '--noEmit', '-p', path]);
    if (code !== 0) failures.push(`${path}\n${output}`);
  }
  context.note(`${references.length} projects`);
  return checkOutcome(failures.length === 0, failures.join('\n'));
}

/** Runs a test runner and reads its JSON report. A run without any test fails. */
async function runTests(
  run: (reportFile: string) => Promise<CommandResult>,
  read: (report: unknown, succeeded: boolean, output: string, root: string) => Outcome,
  root: string,
): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-test-'));
  try {
    const reportFile = join(folder, 'report.json');
    const { code, output } = await run(reportFile);
    const report = await readFile(reportFile, 'utf8').catch(() => undefined);
    if (report === undefined) return checkOutcome(false, output);
    const outcome = read(JSON.parse(report), code === 0, output, root);
    const ranNone = outcome.passed + outcome.failed === 0;
    return ranNone ? { ...outcome, failed: 1, output: `${output}\nNo test ran.` } : outcome;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const READS_FULL = /env\['TEST_(FULL|REPEATS)'\]/;

/** Sources whose tests the full run widens. */
async function widenedSources(root: string): Promise<readonly string[]> {
  const found: string[] = [];
  const folders = '{shell,mfe-*,packages,scripts,tools,lab}/**/*.{ts,tsx}';
  for await (const file of glob(folders, { cwd: root, exclude: ['**/node_modules', '**/dist'] })) {
    if (READS_FULL.test(await readFile(join(root, file), 'utf8'))) found.push(join(root, file));
  }
  return found;
}

/**
 * Without TEST_DATABASE_URL, a PostgreSQL server is started for this run if the machine has one; in the full run, without TEST_S3_URL,
 * an S3 server, too.
 */
async function runJest(context: Context): Promise<Outcome> {
  const selection = context.full ? ['--findRelatedTests', ...(await widenedSources(context.root))] : [];
  const programs = await context.programs();
  const machine = packageMachine(context.say);
  const pdfTools = obtainPdfTools(machine);
  if (context.full) {
    obtainNginx(machine);
    obtainPromtool(machine);
    obtainContainers(machine);
  }
  const servers: { stop(): Promise<void> }[] = [];
  const started = <Server extends { stop(): Promise<void> }>(server: Server | undefined): Server | undefined => {
    if (server) servers.push(server);
    return server;
  };
  try {
    const postgres = process.env['TEST_DATABASE_URL'] ? undefined : started(await startTestPostgres(machine));
    const ceph = context.full && !process.env['TEST_S3_URL'] ? started(await startTestCeph(machine)) : undefined;
    return await runTests(
      async (reportFile) =>
        await runNode(context, [JEST, '--json', `--outputFile=${reportFile}`, ...selection], {
          NODE_OPTIONS: '--experimental-vm-modules --disable-warning=ExperimentalWarning',
          TEST_PROGRAMS: programs,
          ...(pdfTools && { PDF_TOOLS: 'required' }),
          ...(postgres && { TEST_DATABASE_URL: postgres.url }),
          ...(ceph && { TEST_S3_URL: ceph.url }),
        }),
      readJestReport,
      context.root,
    );
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
}

async function runPlaywright(context: Context): Promise<Outcome> {
  const programs = await context.programs();
  const headlessShell = obtainHeadlessShell();
  const browser = obtainBrowser();
  const engines = obtainEngines(packageMachine(context.say));
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
    context.root,
  );
}

async function listPlaywright(context: Context): Promise<readonly TestResult[]> {
  const { code, output } = await runNode(context, [...PLAYWRIGHT, '--list', '--reporter=json']);
  if (code !== 0) throw new PlainError(`Playwright cannot list its tests:\n${output}`);
  return readPlaywrightList(JSON.parse(output), context.root);
}

/** Compares the pages that name tests. If not all browser tests ran (or they ran against BASE_URL), these only have to exist. */
async function checkSpecification(context: Context): Promise<Outcome> {
  const ran = process.env['BASE_URL'] ? undefined : context.outcomes.get('e2e')?.tests;
  const e2e = ran ?? (await listPlaywright(context));
  const known = { jest: context.outcomes.get('jest')?.tests, e2e };
  const results = await Promise.all(
    [SPECIFICATION, SECURITY].map(async (page) => await checkCoverage(context.root, known, page)),
  );
  const flaws = results.flatMap((result) => result.flaws);
  context.note(results.map(({ summary }) => summary).join('; '));
  return checkOutcome(flaws.length === 0, flaws.join('\n'));
}

/** The steps of `npm test`, in their order. The checks of the sources run beside Jest. */
export const STEPS: readonly Step[] = [
  { name: 'jest', title: 'Jest', widens: true, run: runJest },
  { name: 'types', title: 'Types', run: checkTypes },
  {
    name: 'lint',
    title: 'Lint and module boundaries',
    run: async (context) => await check(context, ['node_modules/oxlint/bin/oxlint']),
  },
  {
    name: 'format',
    title: 'Format',
    run: async (context) => await check(context, ['node_modules/oxfmt/bin/oxfmt', '--check']),
  },
  {
    name: 'unused',
    title: 'Unused code',
    run: async (context) => await check(context, ['node_modules/knip/bin/knip.js', '--no-config-hints']),
  },
  // The portal, the browsers and the servers need all processors.
  { name: 'e2e', title: 'Playwright, on a production build', widens: true, isAlone: true, run: runPlaywright },
  {
    name: 'specification',
    title: 'Tests of the specification and of security, line by line',
    isAlone: true,
    run: checkSpecification,
  },
];

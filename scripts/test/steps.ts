import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { obtainBrowser } from '../find-browser.ts';
import { runCommand } from '../processes/run-command.ts';
import type { CommandResult } from '../processes/run-command.ts';
import { checkCoverage } from '../../tools/specification/check-coverage.ts';
import { packageMachine } from '../system-packages.ts';
import { readJestReport } from './jest-report.ts';
import { checkOutcome } from './outcome.ts';
import type { Outcome } from './outcome.ts';
import { obtainPdfTools } from './pdf-tools.ts';
import { readPlaywrightReport } from './playwright-report.ts';
import { startTestPostgres } from './postgres.ts';
import { typeProjects } from './type-projects.ts';

export interface Context {
  readonly root: string;
  readonly signal: AbortSignal;
  /** Says what the step is at. */
  readonly note: (detail: string) => void;
  /** Prints a line of its own. */
  readonly say: (line: string) => void;
  /** What the steps before it came to, by their names. */
  readonly outcomes: ReadonlyMap<string, Outcome>;
}

export interface Step {
  /** For `--only`. */
  readonly name: string;
  readonly title: string;
  run(context: Context): Promise<Outcome>;
}

const TYPE_CHECKS_AT_ONCE = 2;

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

async function checkTypes(context: Context): Promise<Outcome> {
  const projects = [...(await typeProjects(context.root))];
  const failures: string[] = [];
  let done = 0;
  const worker = async (): Promise<void> => {
    for (let project = projects.shift(); project !== undefined; project = projects.shift()) {
      const { code, output } = await runNode(context, ['node_modules/typescript/bin/tsc', '--noEmit', '-p', project]);
      if (code !== 0) failures.push(`${project}\n${output}`);
      done += 1;
      context.note(`${done} of ${done + projects.length}`);
    }
  };
  await Promise.all(Array.from({ length: TYPE_CHECKS_AT_ONCE }, worker));
  return checkOutcome(failures.length === 0, failures.join('\n'));
}

/** Runs a test runner that leaves a JSON report, and reads that. */
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
    return report === undefined ? checkOutcome(false, output) : read(JSON.parse(report), code === 0, output, root);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** TEST_DATABASE_URL names a PostgreSQL server for the tests; without it they get one of their own where there is one to be had. */
async function runJest(context: Context): Promise<Outcome> {
  const machine = packageMachine(context.say);
  const pdfTools = obtainPdfTools(machine);
  const postgres = process.env['TEST_DATABASE_URL'] ? undefined : await startTestPostgres(machine);
  try {
    return await runTests(
      async (reportFile) =>
        await runNode(context, ['node_modules/jest/bin/jest.js', '--json', `--outputFile=${reportFile}`], {
          NODE_OPTIONS: '--experimental-vm-modules --disable-warning=ExperimentalWarning',
          ...(pdfTools && { PDF_TOOLS: 'required' }),
          ...(postgres && { TEST_DATABASE_URL: postgres.url }),
        }),
      readJestReport,
      context.root,
    );
  } finally {
    await postgres?.stop();
  }
}

async function runPlaywright(context: Context): Promise<Outcome> {
  const browser = obtainBrowser();
  return await runTests(
    async (reportFile) =>
      await runNode(context, ['e2e/node_modules/@playwright/test/cli.js', 'test', '--config', 'e2e'], {
        CHROMIUM_PATH: browser,
        PLAYWRIGHT_JSON_OUTPUT_FILE: reportFile,
      }),
    readPlaywrightReport,
    context.root,
  );
}

/** A portal that is there already is not tested by everything; then the named tests need only be in the sources. */
async function checkSpecification({ root, outcomes, note }: Context): Promise<Outcome> {
  const e2e = process.env['BASE_URL'] ? undefined : outcomes.get('e2e')?.tests;
  const { flaws, summary } = await checkCoverage(root, { jest: outcomes.get('jest')?.tests, e2e });
  note(summary);
  return checkOutcome(flaws.length === 0, flaws.join('\n'));
}

/** The steps of `npm test`, in their order. */
export const STEPS: readonly Step[] = [
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
  { name: 'jest', title: 'Jest', run: runJest },
  { name: 'e2e', title: 'Playwright, on a production build', run: runPlaywright },
  { name: 'specification', title: 'Tests of the specification, line by line', run: checkSpecification },
];

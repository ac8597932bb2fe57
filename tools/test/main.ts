/**
 * Runs the steps of a lane, once everything is installed: `npm test` (fast), `npm run test:full` (`--lane full`) or
 * `npm run check` (`--lane check`: only what a change touches). Prints the output of the steps that fail (or of all,
 * with `-v`), and ends with the number of tests that passed and failed. `--only types,jest` runs only these steps.
 */
import { join, dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { describeError, getErrorMessage, PlainError } from '@portal/node-kit/plain-error';
import { createProgress, seconds } from '../../scripts/progress.mjs';
import { listChangedFiles } from './changed-files.ts';
import { checkOutcome, totalLine } from './outcome.ts';
import type { Outcome } from './outcome.ts';
import { runTwoAtOnce } from './schedule.ts';
import { STEPS } from './steps.ts';
import type { Context, Lane, Step } from './steps.ts';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { bundleProgram, SERVERS_NODE } from '../libraries/bundle-program.ts';

/** The programs that tests start most often, by the names that `testProgram` has for them. */
const PROGRAMS = {
  'release-command': 'packages/releases/core/src/cli/main.ts',
  'web-server': 'packages/delivery/web-server/src/main.ts',
} as const;

/** Programs of one file each, in a folder of the run. */
interface TestPrograms {
  /** For TEST_PROGRAMS. */
  readonly folder: string;
  remove(): Promise<void>;
}

/**
 * Bundles the programs that tests start hundreds of times: from one file they start in a quarter of the time that their
 * sources take.
 * @throws {PlainError} with the bundler's message.
 */
async function bundleTestPrograms(root: string): Promise<TestPrograms> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-programs-'));
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }\n');
  for (const [name, entry] of Object.entries(PROGRAMS)) {
    const files = await bundleProgram({ folder: root, entry: `./${entry}`, name, node: SERVERS_NODE });
    for (const [path, text] of files) {
      const file = join(folder, name, path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, text);
    }
  }
  // Which the web server reads beside its code.
  await cp(join(root, 'packages/delivery/web-server/site'), join(folder, 'web-server/site'), { recursive: true });
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

const ROOT = join(import.meta.dirname, '../..');

const LANES: readonly Lane[] = ['check', 'fast', 'full'];

/**
 * What tests learn of the lane: TEST_LANE chooses among them; TEST_FULL widens tables, and TEST_REPEATS repeats what
 * depends on chance.
 */
const ENVIRONMENTS: Readonly<Record<Lane, Readonly<Record<string, string>>>> = {
  check: { TEST_LANE: 'check' },
  fast: { TEST_LANE: 'fast' },
  full: { TEST_LANE: 'full', TEST_FULL: '1', TEST_REPEATS: '20' },
};

const progress = createProgress();
const interrupted = new AbortController();

interface Options {
  readonly steps: readonly Step[];
  readonly lane: Lane;
  readonly verbose: boolean;
}

function readArguments(args: readonly string[]): Options {
  const names = STEPS.map(({ name }) => name);
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        only: { type: 'string' },
        lane: { type: 'string', default: 'fast' },
        verbose: { type: 'boolean', short: 'v', default: false },
      },
    });
    const lane = LANES.find((each) => each === values.lane);
    if (lane === undefined) throw new Error(`There is no lane "${values.lane}".`);
    const wanted = values.only?.split(',') ?? STEPS.filter(({ lanes }) => lanes.includes(lane)).map(({ name }) => name);
    const unknown = wanted.find((name) => !names.includes(name));
    if (unknown !== undefined) throw new Error(`There is no step "${unknown}".`);
    return { steps: STEPS.filter(({ name }) => wanted.includes(name)), lane, verbose: values.verbose };
  } catch (cause) {
    const reason = getErrorMessage(cause);
    const usage = `npm test -- [-v] [--lane ${LANES.join('|')}] [--only ${names.join(',')}]`;
    throw new PlainError(`${reason}\nUsage: ${usage}`, { cause });
  }
}

type Outcomes = ReadonlyMap<string, Outcome>;

/** Marks the step as failed in the progress display. */
class StepFailed extends Error {
  readonly outcome: Outcome;

  constructor(outcome: Outcome) {
    super();
    this.outcome = outcome;
  }
}

async function runStep({ title, run }: Step, context: Omit<Context, 'note'>): Promise<Outcome> {
  try {
    return await progress.step(title, async (note) => {
      const outcome = await run({ ...context, note });
      const { passed, failed, skipped } = outcome;
      if (passed + failed + skipped.length > 0) note(totalLine([outcome]));
      if (failed > 0) throw new StepFailed(outcome);
      return outcome;
    });
  } catch (error) {
    interrupted.signal.throwIfAborted();
    return error instanceof StepFailed ? error.outcome : checkOutcome(false, describeError(error));
  }
}

async function runSteps({ steps, lane, verbose }: Options, programs: Context['programs']): Promise<Outcomes> {
  const outcomes = new Map<string, Outcome>();
  const changed = lane === 'check' ? listChangedFiles(ROOT) : [];
  const context = { root: ROOT, lane, changed, signal: interrupted.signal, print: progress.print, programs };
  // The journeys of the fast lane wait more than they compute, so they run beside Jest; the full lane needs all
  // processors.
  const scheduled = steps.map((step) => ({ ...step, isAlone: lane === 'full' && step.isAlone === true }));
  await runTwoAtOnce(scheduled, async (step) => {
    const outcome = await runStep(step, context);
    outcomes.set(step.name, outcome);
    if (verbose || outcome.failed > 0) progress.print(`\n${outcome.output.trimEnd()}\n`);
  });
  return outcomes;
}

/** Gives the folder of the programs that tests start: they are bundled once, when the first step needs them. */
async function withPrograms<Result>(use: (programs: Context['programs']) => Promise<Result>): Promise<Result> {
  let bundled: Promise<Awaited<ReturnType<typeof bundleTestPrograms>>> | undefined;
  try {
    return await use(async () => (await (bundled ??= bundleTestPrograms(ROOT))).folder);
  } finally {
    // If they could not be bundled, the step says so.
    const made = await bundled?.catch(() => undefined);
    await made?.remove();
  }
}

async function main(): Promise<boolean> {
  const options = readArguments(process.argv.slice(2));
  Object.assign(process.env, ENVIRONMENTS[options.lane]);
  const outcomes = await withPrograms(async (programs) => await runSteps(options, programs));
  for (const { skipped } of outcomes.values()) for (const line of skipped) progress.print(`Skipped: ${line}`);
  progress.print(`All of it took ${seconds(performance.now())}.`);
  progress.print(totalLine([...outcomes.values()]));
  return [...outcomes.values()].every(({ failed }) => failed === 0);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    interrupted.abort(new PlainError('Interrupted.'));
  });
}

try {
  process.exitCode = (await main()) ? 0 : 1;
} catch (error) {
  progress.print(describeError(error));
  process.exitCode = 1;
}

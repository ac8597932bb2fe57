/**
 * `npm test`, once everything is installed: runs the steps, prints the output of those that fail (or of all, with `-v`), and ends
 * with the number of tests that passed and failed. `--only types,jest` runs only these steps. `--full` (`npm run test:full`) runs
 * only the tests that TEST_FULL widens or TEST_REPEATS repeats.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { describeError, PlainError } from '@portal/node-kit/plain-error';
import { createProgress, seconds } from '../../scripts/progress.mjs';
import { checkOutcome, skippedLines, totalLine, unsteadyLines } from './outcome.ts';
import type { Outcome } from './outcome.ts';
import { runTwoAtOnce } from './schedule.ts';
import { bundleTestPrograms } from './programs.ts';
import type { TestPrograms } from './programs.ts';
import { STEPS } from './steps.ts';
import type { Context, Step } from './steps.ts';

const ROOT = join(import.meta.dirname, '../..');

/** Environment of the full run: TEST_FULL widens the matrix of tests, TEST_REPEATS repeats tests that depend on chance. */
const FULL = { TEST_FULL: '1', TEST_REPEATS: '20' };

const progress = createProgress();
const interrupted = new AbortController();

interface Options {
  readonly steps: readonly Step[];
  readonly full: boolean;
  readonly verbose: boolean;
}

function readArguments(args: readonly string[]): Options {
  const names = STEPS.map(({ name }) => name);
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        only: { type: 'string' },
        full: { type: 'boolean', default: false },
        verbose: { type: 'boolean', short: 'v', default: false },
      },
    });
    const { full, verbose, only } = values;
    const wanted = only?.split(',') ?? STEPS.filter(({ widens }) => widens || !full).map(({ name }) => name);
    const unknown = wanted.find((name) => !names.includes(name));
    if (unknown !== undefined) throw new Error(`There is no step "${unknown}".`);
    return { steps: STEPS.filter(({ name }) => wanted.includes(name)), full, verbose };
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new PlainError(`${reason}\nUsage: npm test -- [-v] [--full] [--only ${names.join(',')}]`, { cause });
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

async function runSteps({ steps, full, verbose }: Options, programs: Context['programs']): Promise<Outcomes> {
  const outcomes = new Map<string, Outcome>();
  const context = { root: ROOT, full, signal: interrupted.signal, say: progress.print, programs, outcomes };
  await runTwoAtOnce(steps, async (step) => {
    const outcome = await runStep(step, context);
    outcomes.set(step.name, outcome);
    const isToRead = verbose || outcome.failed > 0 || (outcome.unsteady ?? []).length > 0;
    if (isToRead) progress.print(`\n${outcome.output.trimEnd()}\n`);
  });
  return outcomes;
}

/** Gives the folder of the programs that tests start: they are bundled once, when the first step needs them. */
async function withPrograms<Result>(use: (programs: Context['programs']) => Promise<Result>): Promise<Result> {
  let bundled: Promise<TestPrograms> | undefined;
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
  if (options.full) Object.assign(process.env, FULL);
  const outcomes = await withPrograms(async (programs) => await runSteps(options, programs));
  for (const line of skippedLines([...outcomes.values()])) progress.print(line);
  for (const line of unsteadyLines([...outcomes.values()])) progress.print(line);
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

/**
 * `npm test`, once everything is installed: runs every step, shows the output of those that fail (or of all, with `-v`), and ends
 * with the number of tests that passed and failed. `--only types,jest` runs just these steps; `--full` (`npm run test:full`) widens
 * the matrix of the tests and repeats 20 times what has to do with chance, such as processes that are killed within a write.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { describeError, PlainError } from './plain-error.ts';
import { createProgress, seconds } from './progress.mjs';
import { checkOutcome, skippedLines, totalLine } from './test/outcome.ts';
import type { Outcome } from './test/outcome.ts';
import { STEPS } from './test/steps.ts';
import type { Step } from './test/steps.ts';

const progress = createProgress();
const interrupted = new AbortController();

/** Tests read these to widen their matrix, and to repeat what has to do with chance. */
const FULL = { TEST_FULL: '1', TEST_REPEATS: '20' };

interface Options {
  readonly steps: readonly Step[];
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
    if (values.full) Object.assign(process.env, FULL);
    const wanted = values.only?.split(',') ?? names;
    const unknown = wanted.find((name) => !names.includes(name));
    if (unknown !== undefined) throw new Error(`There is no step "${unknown}".`);
    return { steps: STEPS.filter(({ name }) => wanted.includes(name)), verbose: values.verbose };
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new PlainError(`${reason}\nUsage: npm test -- [-v] [--full] [--only ${names.join(',')}]`, { cause });
  }
}

/** Carries the outcome of a step that failed past the progress display. */
class StepFailed extends Error {
  readonly outcome: Outcome;

  constructor(outcome: Outcome) {
    super();
    this.outcome = outcome;
  }
}

async function runStep({ title, run }: Step, outcomes: ReadonlyMap<string, Outcome>): Promise<Outcome> {
  try {
    return await progress.step(title, async (note) => {
      const root = join(import.meta.dirname, '..');
      const outcome = await run({ root, signal: interrupted.signal, note, say: progress.print, outcomes });
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

async function main(): Promise<boolean> {
  const { steps, verbose } = readArguments(process.argv.slice(2));
  const outcomes = new Map<string, Outcome>();
  for (const step of steps) {
    const outcome = await runStep(step, outcomes);
    outcomes.set(step.name, outcome);
    if (verbose || outcome.failed > 0) progress.print(`\n${outcome.output.trimEnd()}\n`);
  }
  for (const line of skippedLines([...outcomes.values()])) progress.print(line);
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

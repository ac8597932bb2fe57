/**
 * `npm run lab -- mutants` applies a hundred small bugs to a copy of the last commit, one after the other, runs the
 * tests that should notice each, first those of the fast lane, and says which died where. `--only ID,ID`, `--jest` and
 * `--browser` choose mutants, `--lane fast` runs one lane alone, `--write FILE` keeps the results as JSON, beside those
 * that the file has of other mutants.
 */
import { parseArgs } from 'node:util';
import { describeError, PlainError } from '@portal/node-kit/plain-error';
import type { Mutant } from './mutant.ts';
import { MUTANTS } from './mutants.ts';
import { interruption, LANES } from './outcome.ts';
import type { Lane, TestRun, Verdict } from './outcome.ts';
import { keep, formatLine } from './result.ts';
import type { Result } from './result.ts';
import { runBrowser, failingBrowserTests } from './run-browser.ts';
import { runJest, failingAnyway } from './run-jest.ts';
import { openSandbox } from './sandbox.ts';

/** A test that fails without the mutant, too, has not noticed it. @returns the results without such kills. */
async function checkKillers(results: readonly Result[], run: Omit<TestRun, 'lane'>): Promise<readonly Result[]> {
  const checked: Result[] = [];
  for (const lane of LANES) {
    const died = results.filter((result) => result.lane === lane);
    const killers = [...new Set(died.map(({ by = '' }) => by))];
    const files = [...new Set(killers.map((by) => by.split(' › ')[0] ?? ''))];
    const failingFiles = await failingAnyway(
      files.filter((file) => /\.test\.tsx?$/.test(file)),
      { ...run, lane },
    );
    const failingTests = await failingBrowserTests(
      killers.filter((by) => by.startsWith('e2e/')),
      { ...run, lane },
    );
    const isFalse = ({ by = '' }: Result) => failingTests.has(by) || failingFiles.has(by.split(' › ')[0] ?? '');
    for (const { id, by = '', seconds } of died.filter(isFalse))
      checked.push({ id, outcome: 'error', by: `fails without the mutant, too: ${by}`, seconds });
  }
  return results.map((result) => checked.find(({ id }) => id === result.id) ?? result);
}

const USAGE =
  'npm run lab -- mutants [--only ID,ID] [--lane fast|full] [--jest] [--browser] [--workers 2] [--write FILE.json]';

interface Options {
  readonly mutants: readonly Mutant[];
  readonly lanes: readonly Lane[];
  readonly workers: number;
  readonly file: string | undefined;
}

function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: { type: 'string' },
      lane: { type: 'string' },
      jest: { type: 'boolean', default: false },
      browser: { type: 'boolean', default: false },
      workers: { type: 'string', default: '2' },
      write: { type: 'string' },
    },
  });
  const { only, lane, jest, browser, workers, write } = values;
  const wanted = only?.split(',');
  const unknown = wanted?.find((id) => !MUTANTS.some((mutant) => mutant.id === id));
  if (unknown !== undefined) throw new PlainError(`There is no mutant "${unknown}".\nUsage: ${USAGE}`);
  const lanes = LANES.filter((each) => lane === undefined || each === lane);
  if (lanes.length === 0 || !/^[1-9]$/.test(workers)) throw new PlainError(`Usage: ${USAGE}`);
  const mutants = MUTANTS.filter(({ id, specs }) => {
    const isOfKind = jest === browser || (specs === undefined) === jest;
    return isOfKind && (wanted?.includes(id) ?? true);
  });
  return { mutants, lanes, workers: Number(workers), file: write };
}

const test = async (mutant: Mutant, run: TestRun): Promise<Verdict> =>
  mutant.specs ? await runBrowser(mutant.specs, run) : await runJest(mutant, run);

async function tryMutant(
  sandbox: Awaited<ReturnType<typeof openSandbox>>,
  mutant: Mutant,
  { lanes, workers }: Options,
): Promise<Result> {
  const began = performance.now();
  const result = (rest: Omit<Result, 'id' | 'seconds'>): Result => {
    const seconds = Math.round((performance.now() - began) / 1000);
    return { id: mutant.id, ...rest, seconds };
  };
  await sandbox.apply(mutant);
  try {
    let isTested = false;
    for (const lane of lanes) {
      const verdict = await test(mutant, { root: sandbox.root, lane, workers });
      if (verdict.outcome === 'died') {
        const { by, message } = verdict;
        return result({ outcome: 'died', lane, by, message });
      }
      if (verdict.outcome === 'error') return result({ outcome: 'error', by: verdict.why });
      isTested ||= verdict.outcome === 'survived';
    }
    return result(isTested ? { outcome: 'survived' } : { outcome: 'error', by: 'no test ran' });
  } catch (error) {
    return result({ outcome: 'error', by: describeError(error) });
  } finally {
    await sandbox.revert(mutant);
  }
}

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2));
  const sandbox = await openSandbox();
  try {
    const results: Result[] = [];
    for (const mutant of options.mutants) {
      const result = await tryMutant(sandbox, mutant, options);
      interruption.signal.throwIfAborted();
      results.push(result);
      console.log(formatLine(result));
      keep(options.file, results);
    }
    const checked = await checkKillers(results, { root: sandbox.root, workers: options.workers });
    keep(options.file, checked);
    for (const result of checked) if (!results.includes(result)) console.log(formatLine(result));
    const count = (outcome: Result['outcome'], lane?: Lane) =>
      checked.filter((each) => each.outcome === outcome && (lane === undefined || each.lane === lane)).length;
    console.log(
      `${checked.length} mutants: ${count('died', 'fast')} died in the fast lane, ${count('died', 'full')} in the full one, ` +
        `${count('survived')} survived, ${count('error')} could not be tried.`,
    );
  } finally {
    await sandbox.remove();
  }
}

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => interruption.abort(new PlainError('Interrupted.')));
try {
  await main();
} catch (error) {
  console.error(describeError(error));
  process.exitCode = 1;
}

import { LANES } from './outcome.ts';
import type { TestRun } from './outcome.ts';
import type { Result } from './result.ts';
import { failingBrowserTests } from './run-browser.ts';
import { failingAnyway } from './run-jest.ts';

/** A test that fails without the mutant, too, has not noticed it. @returns the results without such kills. */
export async function checkKillers(results: readonly Result[], run: Omit<TestRun, 'lane'>): Promise<readonly Result[]> {
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

import { count } from '../operations/plain-figures.ts';
import { BrowserViewer } from '../operations/screens/browser-viewer.ts';
import type { OpenedPair, PairsReport } from '../operations/pairs/verify-pairs.ts';
import { verifyPairs } from '../operations/pairs/verify-pairs.ts';
import type { Call, CommandOutput } from './command.ts';
import { EXIT } from './exit-codes.ts';
import { lines } from './format.ts';
import { untilStopped } from './until-stopped.ts';

const nameOf = ({ shell, name, version }: Pick<OpenedPair, 'shell' | 'name' | 'version'>) =>
  `${name}@${version} in shell@${shell}`;

function summaryOf(opened: number, failed: number): string {
  if (opened === 0) return 'Nothing was opened: the store has no remote and shell that may be live together.';
  const all = `${count(opened, 'pair')} of a remote and a shell that may be live together`;
  return failed === 0 ? `The first screen works in ${all}.` : `The first screen fails in ${String(failed)} of ${all}:`;
}

function formatPairs({ opened, refused, leftOut }: PairsReport): string {
  const failed = opened.filter(({ problems }) => problems.length > 0);
  return lines(
    summaryOf(opened.length, failed.length),
    ...failed.flatMap((pair) => [
      `  ${nameOf(pair)}${pair.path === null ? '' : `, ${pair.path}`}`,
      ...pair.problems.map((problem) => `    ${problem}`),
    ]),
    ...refused.map((pair) => `  (${nameOf(pair)}: not allowed, ${pair.rules.join(', ')})`),
    ...leftOut.map(({ name, version, rules }) => `  (${name}@${version}: not allowed, ${rules.join(', ')})`),
  );
}

/** `verify --pairs`: opens the first screen of every version of a remote in every version of the shell. */
export async function verifyAllPairs({ store, note }: Call): Promise<CommandOutput> {
  return untilStopped(async (signal) => {
    note('Starting a browser, a web server and a development backend …');
    const viewer = await BrowserViewer.start(signal);
    try {
      const report = await verifyPairs(store, viewer.store, viewer, note);
      const works = report.opened.every(({ problems }) => problems.length === 0);
      return { text: formatPairs(report), json: report, code: works ? EXIT.done : EXIT.attention };
    } finally {
      await viewer.close();
    }
  });
}

/**
 * `npm run lab -- pairs`: opens the first screen of every remote's versions in every version of the shell that a
 * release of the store (STORE, else that of `npm start`) may contain it with, in Chromium and against the development
 * backend. Ends with 1 if one fails. `--json` prints the report as data.
 */
import { parseArgs } from 'node:util';
import { describeError } from '@portal/node-kit/plain-error';
import { openStoreAt, storeAddress } from '@portal/release/open-store';
import { count } from '@portal/release/format/format-values';
import { BrowserViewer } from '@portal/release/screens/browser-viewer';
import { untilStopped } from '@portal/release/until-stopped';
import type { OpenedPair } from './open-pairs.ts';
import { openPairs } from './open-pairs.ts';

const { values } = parseArgs({ options: { json: { type: 'boolean', default: false } } });
const print = (line: string) => console.error(line);

const getName = ({ shell, name, version }: Pick<OpenedPair, 'shell' | 'name' | 'version'>) =>
  `${name}@${version} in shell@${shell}`;

function summarize(opened: number, failed: number): string {
  if (opened === 0) return 'Nothing was opened: the store has no remote and shell that may be live together.';
  const all = `${count(opened, 'pair')} of a remote and a shell that may be live together`;
  return failed === 0 ? `The first screen works in ${all}.` : `The first screen fails in ${String(failed)} of ${all}:`;
}

function describePairs({ opened, refused, leftOut }: Awaited<ReturnType<typeof openPairs>>): string {
  const failed = opened.filter(({ problems }) => problems.length > 0);
  return [
    summarize(opened.length, failed.length),
    ...failed.flatMap((pair) => [
      `  ${getName(pair)}${pair.path === null ? '' : `, ${pair.path}`}`,
      ...pair.problems.map((problem) => `    ${problem}`),
    ]),
    ...refused.map((pair) => `  (${getName(pair)}: not allowed, ${pair.rules.join(', ')})`),
    ...leftOut.map(({ name, version, rules }) => `  (${name}@${version}: not allowed, ${rules.join(', ')})`),
  ].join('\n');
}

try {
  const report = await untilStopped(async (signal) => {
    print('Starting a browser, a web server and a development backend …');
    const viewer = await BrowserViewer.start(signal);
    try {
      return await openPairs(openStoreAt(storeAddress(process.env)), viewer.store, viewer, print);
    } finally {
      await viewer.close();
    }
  });
  console.log(values.json ? JSON.stringify(report) : describePairs(report));
  if (report.opened.some(({ problems }) => problems.length > 0)) process.exitCode = 1;
} catch (error) {
  console.error(describeError(error));
  process.exitCode = 1;
}

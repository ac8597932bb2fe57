/*
 * Runs the program after the given `--watch-path=FOLDER` …: Node starts it again when a file there changes, but on its own
 * would outlive whoever started it, and would wait for a change even if the program has never run. `--watch` would watch its
 * packages, too, and start it again whenever another checkout installs the same ones: pnpm links their files.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

const args = ['--watch-preserve-output', ...process.execArgv, ...process.argv.slice(2)];
const watching = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
process.on('SIGTERM', () => watching.kill('SIGTERM'));

let hasChanged = false;
createInterface({ input: watching.stdout }).on('line', (line) => {
  hasChanged ||= line.startsWith('Restarting ');
  if (line.startsWith('Failed running ') && !hasChanged) watching.kill('SIGKILL');
});
await once(watching, 'close');
process.exit(watching.exitCode ?? 1);

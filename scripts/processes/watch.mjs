/*
 * Runs the given program with `node --watch`, which starts it again when a module of it changes, but on its own would outlive
 * whoever started it, and would wait for a change even if the program has never run.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

const args = ['--watch', '--watch-preserve-output', ...process.execArgv, ...process.argv.slice(2)];
const watching = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
process.on('SIGTERM', () => watching.kill('SIGTERM'));

let hasChanged = false;
createInterface({ input: watching.stdout }).on('line', (line) => {
  hasChanged ||= line.startsWith('Restarting ');
  if (line.startsWith('Failed running ') && !hasChanged) watching.kill('SIGKILL');
});
await once(watching, 'close');
process.exit(watching.exitCode ?? 1);

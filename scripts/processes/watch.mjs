/*
 * Runs the given program with `node --watch`, which starts it again when a module of it changes, but on its own would outlive
 * whoever started it.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';

const args = ['--watch', '--watch-preserve-output', ...process.execArgv, ...process.argv.slice(2)];
const watching = spawn(process.execPath, args, { stdio: 'inherit' });
process.on('SIGTERM', () => watching.kill('SIGTERM'));
const [code] = await once(watching, 'close');
process.exit(code ?? 1);

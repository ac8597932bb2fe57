import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
// Imported by path, because nothing is installed yet.
import { PlainError } from '../../packages/node-kit/src/plain-error.mjs';
import { createProgress } from '../progress.mjs';
import { install, isInstalled } from './install.mjs';
import { canBoot, canRunTypeScript } from './node-versions.mjs';

// Not import.meta.dirname: versions of Node without it must be able to print the message that they are too old.
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const END_WITH_PARENT = pathToFileURL(join(ROOT, 'scripts/processes/end-with-parent.mjs')).href;

/** Path and version of the Node among the dependencies; undefined if there is none for this machine. */
function workspaceNode() {
  const path = join(ROOT, 'node_modules/.bin/node');
  if (!existsSync(path)) return undefined;
  const { status, stdout } = spawnSync(path, ['-p', 'process.versions.node'], { encoding: 'utf8' });
  return status === 0 ? { path, version: stdout.trim() } : undefined;
}

/** Sends this process SIGTERM if npm, its parent, ends without sending a signal. */
function endWithNpm() {
  if (!process.env['npm_lifecycle_event']) return;
  const npm = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === npm) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 1000);
  watch.unref();
}

/**
 * Runs `script` in a new process, which ends when this one does, and ends this one with its exit code.
 * @param {string} node
 * @param {string} script
 * @param {readonly string[]} args
 */
function runInOwnProcess(node, script, args) {
  const child = spawn(node, ['--import', END_WITH_PARENT, script, ...args], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    // Ctrl-C on the terminal must not reach the child directly: it gets each signal once, from this process.
    detached: true,
  });
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
    process.on(signal, () => child.kill(signal));
  child.on('exit', (code) => process.exit(code ?? 1));
}

/**
 * @param {string} script
 * @param {readonly string[]} args
 * @param {NodeJS.WriteStream} stream
 */
async function prepareAndRun(script, args, stream) {
  const own = process.versions.node;
  if (!canBoot(own)) throw new PlainError(`This is Node ${own}. The portal needs Node 20.19 or newer.`);
  if (!isInstalled(ROOT)) await install(ROOT, createProgress({ stream }));

  const node = workspaceNode();
  if (node && node.version !== own) {
    runInOwnProcess(node.path, script, args);
  } else if (canRunTypeScript(own)) {
    process.argv = [process.execPath, script, ...args];
    await import(pathToFileURL(script).href);
  } else {
    throw new PlainError(
      `There is no packaged Node for ${process.platform} ${process.arch}, and this one (${own}) does not run TypeScript. ` +
        'Install Node 24 and try again.',
    );
  }
}

/**
 * Installs what is missing and runs `script` (TypeScript, a path from the root of the repository) with the workspace's Node,
 * or with this one if there is no such package for this machine.
 * @param {string} script
 * @param {readonly string[]} args
 * @param {NodeJS.WriteStream} stream for the progress of an installation
 */
export async function handOver(script, args = process.argv.slice(2), stream = process.stdout) {
  endWithNpm();
  try {
    await prepareAndRun(join(ROOT, script), args, stream);
  } catch (error) {
    if (!(error instanceof PlainError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}

import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
// Imported by path, because nothing is installed yet.
import { checkPortFree } from '../../packages/node-kit/src/free-port.mjs';
import { PlainError } from '../../packages/node-kit/src/plain-error.mjs';
import { checkPortsDiffer, readPort } from '../../packages/node-kit/src/settings.mjs';
import { createProgress } from '../progress.mjs';
import { install, isInstalled } from './install.mjs';
import { canBoot, canRunTypeScript } from './node-versions.mjs';

// Not import.meta.dirname: versions of Node without it must be able to print the message that they are too old.
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
// Programs start sooner from the code that those before have compiled.
process.env['NODE_COMPILE_CACHE'] ??= join(ROOT, 'node_modules/.cache/compiled');
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

/** Exit code of a program that a person stopped. */
const STOPPED = 130;
const SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);

function printStopped() {
  process.stderr.write('Stopped.\n');
  process.exit(STOPPED);
}

/** Says that it stops while nothing else listens for signals: until `script` does. */
function stopOnSignal() {
  for (const signal of SIGNALS)
    process.on(signal, () => {
      if (process.listenerCount(signal) === 1) printStopped();
    });
}

/**
 * Runs `script` in a new process, which ends when this one does, and ends this one with its exit code.
 * @param {string} node
 * @param {string} script
 * @param {readonly string[]} args
 * @param {readonly string[]} nodeOptions
 */
function runInOwnProcess(node, script, args, nodeOptions) {
  const child = spawn(node, [...nodeOptions, '--import', END_WITH_PARENT, script, ...args], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    // Ctrl-C on the terminal must not reach the child directly: it gets each signal once, from this process.
    detached: true,
  });
  for (const signal of SIGNALS) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => {
    // A signal ends a child that does not listen yet.
    if (SIGNALS.some((each) => each === signal)) printStopped();
    process.exit(code ?? 1);
  });
}

/** The bundler takes them for its own signs in the paths of files; Node takes "*" for a pattern. */
const MISREAD = /[#!?*]/;

function checkPath() {
  const [misread] = MISREAD.exec(ROOT) ?? [];
  if (misread === undefined) return;
  throw new PlainError(
    `The tools that build the portal do not find files in ${ROOT.replace(/\/$/, '')}, because of "${misread}": move the repository to a path without #, !, ? and *.`,
  );
}

/**
 * What a script needs besides its arguments.
 * @typedef {object} Needs
 * @property {readonly import('../../packages/node-kit/src/settings.mjs').PortVariable[]} [ports] ports that have to be
 * free
 * @property {readonly string[]} [nodeOptions] options of Node
 * @property {NodeJS.WriteStream} [stream] for the progress of an installation; standard output by default
 */

/**
 * @param {string} script
 * @param {readonly string[]} args
 * @param {Needs} needs
 */
async function prepareAndRun(script, args, { ports = [], nodeOptions = [], stream = process.stdout }) {
  const own = process.versions.node;
  if (!canBoot(own)) throw new PlainError(`This is Node ${own}. The portal needs Node 20.19 or newer.`);
  // Before an installation, which takes minutes.
  checkPath();
  checkPortsDiffer(process.env, ports);
  for (const variable of ports) await checkPortFree(readPort(process.env, variable), variable);
  if (!isInstalled(ROOT)) await install(ROOT, createProgress({ stream }));

  const node = workspaceNode();
  if (node && (node.version !== own || nodeOptions.length > 0)) {
    runInOwnProcess(node.path, script, args, nodeOptions);
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
 * Installs what is missing and runs `script` (TypeScript, a path from the root of the repository) with the workspace's
 * Node, or with this one if there is no such package for this machine.
 * @param {string} script
 * @param {Needs} needs
 * @param {readonly string[]} args
 */
export async function handOver(script, needs = {}, args = process.argv.slice(2)) {
  endWithNpm();
  stopOnSignal();
  try {
    await prepareAndRun(join(ROOT, script), args, needs);
  } catch (error) {
    if (!(error instanceof PlainError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}

import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
// Imported by path, because nothing is installed yet.
import { PlainError } from '../../packages/node-kit/src/plain-error.mjs';

/** The package manager, pinned here because a `packageManager` field in package.json breaks frozen installs. */
export const PNPM = 'pnpm@12.21.0';

/** pnpm with these words. @param {string[]} words */
export const pnpm = (...words) => ({
  command: 'npx',
  // A pinned version never changes: without a network, asking the registry for it again costs more than a minute.
  args: ['--yes', '--prefer-offline', PNPM, ...words, '--reporter=append-only', '--config.confirmModulesPurge=false'],
});
/** Exactly what the lock file says. */
export const FROZEN = pnpm('install', '--frozen-lockfile');
/** Brings the lock file up to date. */
export const UPDATING = pnpm('install', '--no-frozen-lockfile');

/** Folders of the workspace's packages. @param {string} root */
function packageFolders(root) {
  const inside = (/** @type {string} */ folder) =>
    existsSync(join(root, folder)) ? readdirSync(join(root, folder)).map((name) => join(folder, name)) : [];
  const houses = inside('packages');
  return [...inside('.'), ...houses, ...houses.flatMap(inside)]
    .filter((folder) => folder !== 'node_modules' && existsSync(join(root, folder, 'package.json')))
    .toSorted();
}

/** Fields of a package.json whose change needs an installation. */
const INSTALLED_FIELDS = new Set([
  'name',
  'bin',
  'dependencies',
  'devDependencies',
  'optionalDependencies',
  'peerDependencies',
]);

/** What an installation reads of a package.json; all of one that cannot be parsed. @param {string} text */
function installedFields(text) {
  try {
    /** @type {unknown} */
    const manifest = JSON.parse(text);
    if (typeof manifest !== 'object' || manifest === null) return text;
    return JSON.stringify(Object.entries(manifest).filter(([field]) => INSTALLED_FIELDS.has(field)));
  } catch {
    return text;
  }
}

/** Hash of everything that an installation depends on. @param {string} root */
function installationHash(root) {
  const hash = createHash('sha256').update(`${PNPM} ${process.platform} ${process.arch}\n`);
  const manifests = packageFolders(root).map((folder) => join(folder, 'package.json'));
  for (const file of ['pnpm-lock.yaml', 'pnpm-workspace.yaml', 'package.json', ...manifests]) {
    const text = readFileSync(join(root, file), 'utf8');
    hash.update(`${file}\n`).update(file.endsWith('.json') ? installedFields(text) : text);
  }
  return hash.digest('hex');
}

const stampFile = (/** @type {string} */ root) => join(root, 'node_modules/.installed');

/** @param {string} root */
export function isInstalled(root) {
  const stamp = stampFile(root);
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === installationHash(root);
}

/**
 * Installs exactly what the lock file says, or as `installer` does. @throws {PlainError} with the installer's output.
 * @param {string} root
 * @param {import('../progress.mjs').Progress} progress
 * @param {{ command: string, args: readonly string[] }} installer
 */
export async function install(root, progress, installer = FROZEN) {
  await progress.step('Installing the dependencies', async (note) => {
    const output = await run(root, installer, note);
    if (output === undefined) return;
    throw new PlainError(
      unwritable(output) ?? outdated(output) ?? otherVersion(output) ?? `The installation failed:\n${output}`,
    );
  });
  mkdirSync(join(root, 'node_modules'), { recursive: true });
  writeFileSync(stampFile(root), installationHash(root));
}

/** What npm and pnpm print when they may not write to a folder. */
const UNWRITABLE = [
  /error code (?:EACCES|EPERM|EROFS)[^]*?error path (?<path>\/.*)/,
  /(?:EACCES|EPERM|EROFS)[^\n]*?'(?<path>\/[^']+)'/,
];

/**
 * One sentence about the folder that the installer may not write to; undefined if it failed for another reason.
 * @param {string} output
 */
function unwritable(output) {
  const path = UNWRITABLE.map((pattern) => pattern.exec(output)?.groups?.['path']).find((found) => found !== undefined);
  return (
    path &&
    `The installation may not write to ${path}: give this folder to your user, or set HOME to a folder in which npm may keep packages.`
  );
}

/**
 * What to do about a lock file that is older than a package.json; undefined if it failed for another reason.
 * @param {string} output
 */
function outdated(output) {
  if (!output.includes('ERR_PNPM_OUTDATED_LOCKFILE')) return undefined;
  const [, folder = ''] = /importers\["(.+?)"\]/.exec(output) ?? [];
  const file = folder === '' ? 'A package.json' : join(folder, 'package.json');
  return `${file} asks for packages that pnpm-lock.yaml does not have. "npm run add" without arguments brings it up to date.`;
}

/**
 * What to do about a version that is not that of the catalog; undefined if it failed for another reason.
 * @param {string} output
 */
function otherVersion(output) {
  if (!output.includes('ERR_PNPM_CATALOG_VERSION_MISMATCH')) return undefined;
  return (
    'The catalog in pnpm-workspace.yaml has another version, and all packages use that one. Name the package without a version to take it. ' +
    'To change it for all, write the version into the catalog, then run "npm run add" without arguments.'
  );
}

/**
 * Runs the installation. Resolves with its output if it failed; undefined if it succeeded.
 * @param {string} root
 * @param {{ command: string, args: readonly string[] }} installer
 * @param {(detail: string) => void} note
 * @returns {Promise<string | undefined>}
 */
function run(root, { command, args }, note) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    const end = () => child.kill();
    process.once('exit', end);
    let output = '';
    const collect = (/** @type {Buffer} */ chunk) => {
      output += chunk.toString('utf8');
      const counted = /resolved \d+.*?(?:downloaded|added) \d+/g;
      const latest = output.match(counted)?.at(-1);
      if (latest) note(latest);
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.on('error', (error) => {
      reject(new PlainError(`"${command}" does not start: ${error.message}`, { cause: error }));
    });
    child.on('close', (code) => {
      process.off('exit', end);
      resolve(code === 0 ? undefined : output);
    });
  });
}

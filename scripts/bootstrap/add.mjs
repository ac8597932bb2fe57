import { parseArgs } from 'node:util';
// Imported by path, because nothing is installed yet.
import { getErrorMessage, PlainError } from '../../packages/node-kit/src/plain-error.mjs';
import { pnpm, UPDATING } from './install.mjs';

const USAGE = `Usage: npm run add -- FOLDER [--dev] PACKAGE…
Without arguments, it brings pnpm-lock.yaml up to date with the package.json files.`;

/**
 * The installer that `npm run add` runs. @throws {PlainError} with the usage.
 * @param {readonly string[]} words its arguments
 */
export function readAdd(words) {
  if (words.length === 0) return UPDATING;
  const [folder, packages, dev] = parse(words);
  const options = ['--save-catalog', '--save-exact', '--ignore-workspace-root-check', ...(dev ? ['--save-dev'] : [])];
  return pnpm('--dir', folder, 'add', ...options, ...packages);
}

/** @param {readonly string[]} words @returns {readonly [folder: string, packages: readonly string[], dev: boolean]} */
function parse(words) {
  try {
    const { positionals, values } = parseArgs({
      args: [...words],
      allowPositionals: true,
      options: { dev: { type: 'boolean', default: false } },
    });
    const [folder, ...packages] = positionals;
    if (folder === undefined || packages.length === 0)
      throw new Error('It takes a folder, such as mfe-hubs, and packages.');
    return [folder, packages, values.dev];
  } catch (cause) {
    throw new PlainError(`${getErrorMessage(cause)}\n${USAGE}`, { cause });
  }
}

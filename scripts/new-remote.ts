/**
 * `npm run new:remote -- mfe-NAME`, once everything is installed: writes a remote, formats it and installs its
 * dependencies. With `--no-install`, the next command that needs the dependencies installs them.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createRemote, NameRefusedError } from '@portal/create-remote';
import { install, UPDATING } from './bootstrap/install.mjs';
import { describeError, getErrorMessage, PlainError } from '@portal/node-kit/plain-error';
import { runCommand } from './processes/run-command.ts';
import { createProgress } from './progress.mjs';

const ROOT = join(import.meta.dirname, '..');
const USAGE = 'Usage: npm run new:remote -- mfe-NAME [--no-install]';

interface Options {
  readonly name: string;
  readonly installs: boolean;
}

function readOptions(args: readonly string[]): Options {
  try {
    const { positionals, values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { 'no-install': { type: 'boolean', default: false } },
    });
    const [name, ...further] = positionals;
    if (name === undefined || further.length > 0) throw new Error('It takes one name, such as mfe-bike-pass.');
    return { name, installs: !values['no-install'] };
  } catch (cause) {
    throw new PlainError(`${getErrorMessage(cause)}\n${USAGE}`, { cause });
  }
}

async function format(name: string): Promise<void> {
  const oxfmt = join(ROOT, 'node_modules/oxfmt/bin/oxfmt');
  const { code, output } = await runCommand({ file: process.execPath, args: [oxfmt, name], cwd: ROOT });
  if (code !== 0) throw new PlainError(`${name} is written, but could not be formatted:\n${output}`);
}

async function main(): Promise<void> {
  const { name, installs } = readOptions(process.argv.slice(2));
  const { path, files } = createRemote(ROOT, name);
  await format(name);
  if (installs) await install(ROOT, createProgress(), UPDATING);
  console.log(
    [
      `${name} is written: ${String(files.length)} files, and a line in CODEOWNERS.`,
      '',
      `  npm run dev      shows it at ${path}, for signed-in users, and in the header`,
      `  npm run check    its types, style and tests, with all others`,
      `  npm start        builds, publishes and releases it with the others`,
      '',
      `Its page is ${name}/src/pages${path}-page.tsx, its declaration ${name}/remote.json.`,
    ].join('\n'),
  );
}

try {
  await main();
} catch (error) {
  console.error(error instanceof NameRefusedError ? error.message : describeError(error));
  process.exitCode = 1;
}

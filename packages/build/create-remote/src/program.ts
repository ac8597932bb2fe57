/**
 * `create-remote mfe-NAME --registry URL`: makes a repository for a new remote, in a folder of that name
 * (docs/another-repository.md).
 */
import { parseArgs } from 'node:util';
import { NameRefusedError } from './check-name.ts';
import { checkRegistry, RegistryRefusedError } from './check-registry.ts';
import { createRepository } from './create-repository.ts';

const USAGE = 'Usage: create-remote mfe-NAME --registry URL';

interface Options {
  readonly name: string;
  readonly registry: string | undefined;
}

function readOptions(args: readonly string[]): Options {
  try {
    const { positionals, values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { registry: { type: 'string' } },
    });
    const [name, ...more] = positionals;
    if (name === undefined || more.length > 0) throw new Error('It takes one name, such as mfe-bike-pass.');
    return { name, registry: values.registry };
  } catch (cause) {
    throw new NameRefusedError(`${cause instanceof Error ? cause.message : String(cause)}\n${USAGE}`, { cause });
  }
}

function create(args: readonly string[]): string {
  const { name, registry } = readOptions(args);
  const { pnpm } = createRepository(process.cwd(), name, checkRegistry(registry));
  return [
    `${name} is written, as a repository of its own. Next:`,
    '',
    `  cd ${name}`,
    `  git init --initial-branch main`,
    `  npx --yes ${pnpm} install`,
    '  git add . && git commit --message "Create the remote"',
    '  npm test',
    '  npm run build',
    '',
    'README.md says how it goes on.',
  ].join('\n');
}

try {
  console.log(create(process.argv.slice(2)));
} catch (error) {
  if (!(error instanceof NameRefusedError || error instanceof RegistryRefusedError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

/**
 * `create-remote mfe-NAME`: makes a repository for a new remote, in a folder of that name (docs/another-repository.md).
 */
import { NameRefusedError } from './check-name.ts';
import { createRepository } from './create-repository.ts';

const USAGE = 'Usage: create-remote mfe-NAME';

function create(words: readonly string[]): string {
  const [name, ...more] = words;
  if (name === undefined || more.length > 0 || name.startsWith('-'))
    throw new NameRefusedError(`It takes one name, such as mfe-bike-pass.\n${USAGE}`);
  const { pnpm } = createRepository(process.cwd(), name);
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
  if (!(error instanceof NameRefusedError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

import { existsSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { RefusedError, ReleaseConflictError, StoreError } from './errors.ts';
import { publish } from './publish.ts';
import { promote } from './release.ts';
import { openFolderStore } from './store.ts';

const USAGE = `Usage: npm run release -- COMMAND [--store FOLDER]

  publish PART                                  put the build of PART (shell, mfe-hubs, … or a folder) into the store
  promote PART@VERSION … --reason TEXT          make published versions live, as a new release; an earlier version rolls back
  status                                        what is live

The store is .portal/store unless --store or PORTAL_STATE says otherwise.`;

/** Exit codes that scripts can use. */
const EXIT = { done: 0, usage: 2, refused: 3, overtaken: 4, store: 5 } as const;

class UsageError extends Error {}

/** What the command is given beside its name. */
interface Command {
  readonly storeFolder: string;
  readonly words: readonly string[];
  readonly reason: string | undefined;
}

function buildOf(part: string): string {
  const folder = resolve(part);
  const build = existsSync(join(folder, 'manifest.json')) ? folder : join(folder, 'dist');
  if (existsSync(join(build, 'manifest.json'))) return build;
  throw new UsageError(`${part} has no build: there is no ${join(build, 'manifest.json')}. Build it first.`);
}

async function runPublish({ storeFolder, words: [part] }: Command): Promise<string> {
  if (part === undefined) throw new UsageError('publish needs a part, such as "publish mfe-hubs".');
  const { result, manifest } = await publish(openFolderStore(storeFolder), buildOf(part));
  const state = result === 'published' ? 'is published' : 'was published before, of the same bytes';
  return `${manifest.name} ${manifest.version} ${state}. Next: npm run release -- promote ${manifest.name}@${manifest.version} --reason "…"`;
}

function splitVersion(word: string): readonly [string, string] {
  const [name, version, ...rest] = word.split('@');
  if (name && version && rest.length === 0) return [name, version];
  throw new UsageError(`"${word}" is no PART@VERSION, such as mfe-hubs@1.2.0.`);
}

async function runPromote({ storeFolder, words, reason }: Command): Promise<string> {
  if (words.length === 0) throw new UsageError('promote needs at least one PART@VERSION.');
  if (reason === undefined || reason.trim() === '')
    throw new UsageError('promote needs --reason "TEXT": it stays in the history.');
  const { shell, ...remotes } = Object.fromEntries(words.map(splitVersion));
  const { result, release } = await promote(openFolderStore(storeFolder), {
    ...(shell === undefined ? {} : { shell }),
    remotes,
    createdBy: userInfo().username,
    reason,
  });
  return result === 'created'
    ? `Release ${release.number} is live.`
    : `Nothing to change: release ${release.number} has these versions already.`;
}

async function runStatus({ storeFolder }: Command): Promise<string> {
  const release = await openFolderStore(storeFolder).latestRelease();
  if (!release) return 'Nothing is live: the store has no release yet.';
  const parts = [
    ['shell', release.shell.version],
    ...Object.entries(release.remotes).map(([name, { version }]) => [name, version]),
  ];
  return [
    `Release ${release.number}, ${release.createdAt}, by ${release.createdBy}: ${release.reason}`,
    ...parts.map(([name = '', version = '']) => `  ${name.padEnd(16)}${version}`),
  ].join('\n');
}

const COMMANDS: Readonly<Record<string, (command: Command) => Promise<string>>> = {
  publish: runPublish,
  promote: runPromote,
  status: runStatus,
};

function readCommand(): { readonly run: (command: Command) => Promise<string>; readonly command: Command } {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { store: { type: 'string' }, reason: { type: 'string' } },
  });
  const [name = '', ...words] = positionals;
  const run = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!run) throw new UsageError(name === '' ? USAGE : `There is no command "${name}".\n\n${USAGE}`);
  const state = process.env['PORTAL_STATE'];
  const storeFolder = resolve(values.store ?? join(state === undefined || state === '' ? '.portal' : state, 'store'));
  return { run, command: { storeFolder, words, reason: values.reason } };
}

function exitCodeOf(error: unknown): number | undefined {
  if (error instanceof UsageError) return EXIT.usage;
  if (error instanceof RefusedError) return EXIT.refused;
  if (error instanceof ReleaseConflictError) return EXIT.overtaken;
  if (error instanceof StoreError) return EXIT.store;
  // What parseArgs throws speaks for itself.
  return error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
    ? EXIT.usage
    : undefined;
}

try {
  const { run, command } = readCommand();
  console.log(await run(command));
} catch (error) {
  const code = exitCodeOf(error);
  if (code === undefined) throw error;
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = code;
}

/**
 * Plays the first day, of docs/first-day.md in a checkout of the portal, and of docs/another-repository.md in an empty
 * folder. Commands and files are those of the pages.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Block } from './pages.ts';
import { readBlocks, ROOT } from './pages.ts';
import type { Environment, Terminal } from './reader.ts';
import { getScript, openTerminal, paste } from './reader.ts';

/** The portal, and what stands for identity provider and CI. */
export const PORTAL = 'http://localhost:{4000/release.json,4100/ci/jwks}';
/** In seconds; a first start installs and builds everything. */
const START_LIMIT = 600;
/** In milliseconds; the builds that there are arrive at once. */
const ANSWER_LIMIT = 10_000;
const REMOTE = 'mfe-bike-pass';

/** As docs/first-day.md words it. */
const COMMIT = 'git add --all\ngit commit --quiet --message "feat(bike-pass): list the passes"\n';

/** Where the day is played. */
export interface Day {
  /** The checkout of the portal, or the empty folder. */
  readonly folder: string;
  /** What the reader's machine has set. */
  readonly env: Environment;
  /** Port of the development portal, and what sets all of its ports. */
  readonly port: number;
  readonly ports: Environment;
  /** Called with the name of each step when it is done. */
  readonly done: (step: string) => void;
}

/** The commands of a page's blocks with this word. */
const commandsOf = (blocks: readonly Block[], word: string) =>
  blocks
    .filter((block) => block.word === word)
    .map(({ commands }) => commands)
    .join('');

/** The files that a page writes out: a block whose first line is a comment with a path. */
async function writeFiles(folder: string, withoutPrefix = ''): Promise<void> {
  const text = await readFile(join(ROOT, 'docs/first-day.md'), 'utf8');
  for (const [, path = '', content = ''] of text.matchAll(/^```(?:tsx?|json)\n\/\/ (\S+)\n([^]*?)^```$/gm)) {
    const file = join(folder, path.startsWith(withoutPrefix) ? path.slice(withoutPrefix.length) : path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
  }
}

/** The hash of the present build of a part: what an open page hears first. */
async function readBuild(origin: string, part: string): Promise<string | undefined> {
  const wanted = new RegExp(`"part":"${part}","hash":"(\\w+)"`);
  const { body } = await fetch(`${origin}/development-events`, { signal: AbortSignal.timeout(ANSWER_LIMIT) });
  let heard = '';
  for await (const text of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    heard += text;
    const [, hash] = wanted.exec(heard) ?? [];
    if (hash !== undefined) return hash;
  }
  return undefined;
}

/** Changes files of a part, and waits until the development portal has taken them in. */
async function change(terminal: Terminal, origin: string, part: string, act: () => Promise<void>): Promise<void> {
  const before = await readBuild(origin, part);
  await act();
  await terminal.until(async () => (await readBuild(origin, part)) !== before, START_LIMIT);
}

const edit = async (file: string, from: string | RegExp, to: string): Promise<void> =>
  await writeFile(file, (await readFile(file, 'utf8')).replace(from, to));

const hasPage = (origin: string, path: string, part: string) => async (): Promise<boolean> =>
  (await (await fetch(`${origin}${path}`)).text()).includes(`/assets/${part}/`);

const hasState = (port: string, page: string) => async (): Promise<boolean> =>
  (await (await fetch(`http://localhost:${port}/main.js`)).text()).includes(`/${page}.states.tsx`);

/** docs/first-day.md, up to its release. @returns what the release prints. */
export async function playFirstDay(
  { folder, env, port, ports, done }: Day,
  options: { readonly checks: boolean },
): Promise<string> {
  const blocks = await readBlocks('first-day.md');
  const here = { cwd: folder, env };
  const commandsBelow = (section: string) =>
    blocks.filter((block) => block.section.startsWith(section) && block.word === '');
  const run = async (section: string) => {
    for (const { commands } of commandsBelow(section)) await paste(commands, here);
  };
  const origin = `http://localhost:${String(port)}`;
  const portal = openTerminal(commandsOf(blocks, 'dev'), { cwd: folder, env: { ...env, ...ports } });
  try {
    await portal.until(hasPage(origin, '/settings', 'mfe-hubs'), START_LIMIT);
    done('See the portal');
    const german = join(folder, 'mfe-hubs/src/locales/de.json');
    await change(portal, origin, 'mfe-hubs', () => edit(german, /("hubs": ".*?)"/, '$1!"'));
    await run('2.');
    done('Change a text');
    const [create, test] = commandsBelow('3.').map(({ commands }) => commands);
    await paste(create ?? '', here);
    await portal.until(hasPage(origin, '/bike-pass', REMOTE), START_LIMIT);
    await paste(test ?? '', here);
    done('A page with a test');
    await change(portal, origin, REMOTE, () => writeFiles(folder));
    await paste(test ?? '', here);
    done('A call of its own, and its test');
  } finally {
    await portal.stop();
  }
  const catalogue = openTerminal(commandsOf(blocks, 'catalogue'), { cwd: folder, env: { ...env, ...ports } });
  try {
    await catalogue.until(hasState(ports['CATALOGUE_PORT'] ?? '', 'bike-pass-page'), START_LIMIT);
    done('The catalogue');
  } finally {
    await catalogue.stop();
  }
  await paste(options.checks ? commandsOf(blocks, 'check') : 'npm run types', here);
  await paste(COMMIT, here);
  done('Check and commit');
  const rest = blocks.slice(blocks.findIndex(({ word }) => word === 'terminal'));
  const output = await paste(getScript(rest, [PORTAL]), { ...here, alone: true });
  done('Release it in the local store');
  return output;
}

/** The portal's team publishes the libraries, as docs/another-repository.md says. */
export async function publishFromDocument(checkout: string, env: Environment): Promise<void> {
  await paste(commandsOf(await readBlocks('another-repository.md'), 'portal'), { cwd: checkout, env });
}

/** docs/another-repository.md against a portal at `portal`, up to its build, with the page and the call of the first day. */
export async function playAnotherRepository({ folder, env, port, ports, done }: Day, portal: string): Promise<void> {
  const blocks = await readBlocks('another-repository.md');
  const commands = (word: string) => commandsOf(blocks, word);
  await paste(commands('create') + commands('first'), { cwd: folder, env });
  done('Another repository: create, install, test, build');
  const repository = join(folder, REMOTE);
  const origin = `http://localhost:${String(port)}`;
  const dev = commands('dev').replace(/https:\S+/, portal);
  const terminal = openTerminal(dev, { cwd: repository, env: { ...env, ...ports } });
  try {
    await terminal.until(hasPage(origin, '/bike-pass', REMOTE), START_LIMIT);
    done('Another repository: see it in a portal elsewhere');
    const english = join(repository, 'src/locales/en.json');
    await change(terminal, origin, REMOTE, () => edit(english, 'New in', 'Now in'));
    done('Another repository: change a text');
    await change(terminal, origin, REMOTE, () => writeFiles(repository, `${REMOTE}/`));
  } finally {
    await terminal.stop();
  }
  await paste(`npm test\n${COMMIT}npm run build`, { cwd: repository, env });
  done('Another repository: a call of its own, and its test');
}

/** The portal's own address, and the release service's. */
const SERVERS = [PORTAL, 'http://localhost:4400/livez'];

/** docs/another-repository.md from its build on, with portal and service of a checkout. @returns what it prints. */
export async function releaseAnotherRepository({ folder, env, done }: Day, checkout: string): Promise<string> {
  const blocks = await readBlocks('another-repository.md');
  const service = (await readBlocks('release-service.md')).filter(({ word }) => word !== 'login').slice(0, 3);
  const repository = join(folder, REMOTE);
  const commands = `export PORTAL=$PWD\ncd ${repository}\n${commandsOf(blocks, 'try')}${commandsOf(blocks, 'alone')}`;
  const there: Block = { section: '', heading: '', word: '', commands };
  const output = await paste(getScript([...service, there], SERVERS), { cwd: checkout, env, alone: true });
  done('Another repository: release it');
  await paste(commandsOf(blocks, 'update'), { cwd: repository, env });
  done('Another repository: newer libraries');
  return output;
}

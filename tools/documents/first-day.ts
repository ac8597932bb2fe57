/**
 * Plays the first day, of docs/first-day.md in a checkout of the portal, and of docs/another-repository.md in an empty
 * folder. Commands and files are those of the pages.
 */
import { globSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { freePort } from '@portal/node-kit/testing';
import type { Block } from './pages.ts';
import { readBlocks, readCommands, ROOT } from './pages.ts';
import type { Environment, Terminal } from './reader.ts';
import { getScript, openTerminal, paste } from './reader.ts';

/** The portal, and what stands for identity provider and CI. */
export const PORTAL = 'http://localhost:{4000/release.json,4100/ci/jwks}';
/** In seconds; a first start installs and builds everything. */
const START_LIMIT = 600;
/** In milliseconds; the builds that there are arrive at once. */
const ANSWER_LIMIT = 10_000;
const REMOTE = 'mfe-bike-pass';

/** Where the day is played. */
export interface Day {
  /** The checkout of the portal, or the empty folder. */
  readonly folder: string;
  /** What the reader's machine has set. */
  readonly env: Environment;
  /** Called with the name of each step when it is done. */
  readonly done: (step: string) => void;
}

const readPage = async (page: string) => await readFile(join(ROOT, page), 'utf8');

/** What the first day says in a sentence. @throws if it does not. */
async function readSentence(pattern: RegExp): Promise<readonly string[]> {
  const [, ...named] = pattern.exec(await readPage('docs/first-day.md')) ?? [];
  if (named.length === 0) throw new Error(`docs/first-day.md has no ${String(pattern)}.`);
  return named;
}

/** Free ports for the variables that a page names. */
async function findPorts(page: string): Promise<Environment> {
  const ports: Record<string, string> = {};
  for (const [name] of (await readPage(page)).matchAll(/\b[A-Z]+_PORT\b/g)) ports[name] ??= String(await freePort());
  return ports;
}

const getOrigin = (ports: Environment, variable: string) => `http://localhost:${ports[variable] ?? ''}`;

/** The files that a page writes out: a block whose first line is a comment with a path. */
async function writeFiles(folder: string, withoutPrefix = ''): Promise<void> {
  const text = await readPage('docs/first-day.md');
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

/** Changes a text in all catalogues, as the first day does; without a key, the one that it names. */
async function changeText(folder: string, withoutPrefix = '', key?: string): Promise<void> {
  const [catalogues = '', named = ''] = await readSentence(/`(\S+\.json)`, change `(\w+)`/);
  for (const file of globSync(catalogues.replace(withoutPrefix, ''), { cwd: folder })) {
    const path = join(folder, file);
    const text = await readFile(path, 'utf8');
    await writeFile(path, text.replace(new RegExp(`("${key ?? named}": ".*?)"`), '$1!"'));
  }
}

/** Whether a page with this part and the API are there. */
const hasPage = (ports: Environment, path: string, part: string) => async (): Promise<boolean> => {
  const page = await fetch(`${getOrigin(ports, 'PORTAL_PORT')}${path}`);
  const api = await fetch(`${getOrigin(ports, 'BACKEND_PORT')}/openapi.json`);
  return api.ok && (await page.text()).includes(`/assets/${part}/`);
};

/** Opens the catalogue as a page says, until it has the states of the first day's page. */
async function openCatalogue(page: string, cwd: string, env: Environment): Promise<void> {
  const catalogue = openTerminal(await readCommands(page, 'catalogue'), { cwd, env });
  const hasState = async () => {
    const answer = await fetch(`${getOrigin(env, 'CATALOGUE_PORT')}/main.js`);
    return (await answer.text()).includes('/bike-pass-page.states.tsx');
  };
  try {
    await catalogue.until(hasState, START_LIMIT);
  } finally {
    await catalogue.stop();
  }
}

/** docs/first-day.md, up to its release. @returns what the release prints. */
export async function playFirstDay({ folder, env, done }: Day, options: { readonly checks: boolean }): Promise<string> {
  const page = 'first-day.md';
  const here = { cwd: folder, env };
  const run = async (word: string) => await paste(await readCommands(page, word), here);
  const ports = await findPorts('CONTRIBUTING.md');
  const origin = getOrigin(ports, 'PORTAL_PORT');
  const portal = openTerminal(await readCommands(page, 'dev'), { cwd: folder, env: { ...env, ...ports } });
  try {
    await portal.until(hasPage(ports, '/settings', 'mfe-hubs'), START_LIMIT);
    done('See the portal');
    await change(portal, origin, 'mfe-hubs', () => changeText(folder));
    await run('texts');
    done('Change a text');
    await run('create');
    await portal.until(hasPage(ports, '/bike-pass', REMOTE), START_LIMIT);
    await run('test');
    done('A page with a test');
    await change(portal, origin, REMOTE, () => writeFiles(folder));
    await run('test');
    done('A call of its own, and its test');
  } finally {
    await portal.stop();
  }
  await openCatalogue(page, folder, { ...env, ...ports });
  done('The catalogue');
  const [types = ''] = await readSentence(/alone: `(npm run \w+)`/);
  await (options.checks ? run('check') : paste(types, here));
  await run('commit');
  done('Check and commit');
  const blocks = await readBlocks(page);
  const rest = blocks.slice(blocks.findIndex(({ word }) => word === 'terminal'));
  const output = await paste(getScript(rest, [PORTAL]), { ...here, alone: true });
  done('Release it in the local store');
  return output;
}

/** The portal's team publishes the libraries, as docs/another-repository.md says. */
export async function publishFromDocument(checkout: string, env: Environment): Promise<void> {
  await paste(await readCommands('another-repository.md', 'portal'), { cwd: checkout, env });
}

/**
 * Shows the remote of another repository in the portal at `portal`, as docs/another-repository.md says, and calls `see`
 * with the address of that page.
 */
export async function seeElsewhere(
  repository: string,
  portal: string,
  see: (origin: string, terminal: Terminal) => Promise<void>,
  env: Environment = {},
): Promise<void> {
  const dev = (await readCommands('another-repository.md', 'dev')).replace(/https:\S+/, portal);
  const ports = await findPorts('docs/another-repository.md');
  const origin = getOrigin(ports, 'PORTAL_PORT');
  const terminal = openTerminal(dev, { cwd: repository, env: { ...env, ...ports } });
  try {
    await terminal.until(hasPage(ports, '/bike-pass', REMOTE), START_LIMIT);
    await see(origin, terminal);
  } finally {
    await terminal.stop();
  }
}

/** docs/another-repository.md against a portal at `portal`, up to its build, with the page and the call of the first day. */
export async function playAnotherRepository({ folder, env, done }: Day, portal: string): Promise<void> {
  const page = 'another-repository.md';
  const create = (await readCommands(page, 'create')) + (await readCommands(page, 'first'));
  const each = await readCommands(page, 'each');
  await paste(create + each, { cwd: folder, env });
  done('Another repository: create, install, test, build');
  const repository = join(folder, REMOTE);
  const see = async (origin: string, terminal: Terminal) => {
    done('Another repository: see it in a portal elsewhere');
    await change(terminal, origin, REMOTE, () => changeText(repository, 'mfe-hubs/', 'lead'));
    done('Another repository: change a text');
    await change(terminal, origin, REMOTE, () => writeFiles(repository, `${REMOTE}/`));
  };
  await seeElsewhere(repository, portal, see, env);
  await paste((await readCommands('first-day.md', 'commit')) + each, { cwd: repository, env });
  done('Another repository: a call of its own, and its test');
  await openCatalogue(page, repository, { ...env, ...(await findPorts(`docs/${page}`)) });
  done('Another repository: the catalogue');
}

/** The portal's own address, and the release service's. */
const SERVERS = [PORTAL, 'http://localhost:4400/livez'];

/** docs/another-repository.md from its build on, with portal and service of a checkout. @returns what it prints. */
export async function releaseAnotherRepository({ folder, env, done }: Day, checkout: string): Promise<string> {
  const page = 'another-repository.md';
  const service = (await readBlocks('release-service.md')).filter(({ word }) => word !== 'login').slice(0, 3);
  const repository = join(folder, REMOTE);
  const release = (await readCommands(page, 'try')) + (await readCommands(page, 'alone'));
  const commands = `export PORTAL=$PWD\ncd ${repository}\n${release}`;
  const there: Block = { section: '', heading: '', word: '', commands };
  const output = await paste(getScript([...service, there], SERVERS), { cwd: checkout, env, alone: true });
  done('Another repository: release it');
  await paste(await readCommands(page, 'update'), { cwd: repository, env });
  done('Another repository: newer libraries');
  return output;
}

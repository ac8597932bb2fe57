import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import type { Block } from './pages.ts';

export type Environment = Readonly<Record<string, string>>;

/** What this run of the tests has told npm, Node and the portal, and a reader has not. */
const OF_THIS_RUN =
  /^(npm_|NODE_OPTIONS|NODE_ENV|TEST_|BASE_URL|STORE|[A-Z]+_(STATE|PORT)$|METRICS_|RELEASE_|LOG_KEYS)/;
const OWN = Object.fromEntries(Object.entries(process.env).filter(([name]) => !OF_THIS_RUN.test(name)));
/** Who commits. */
const AUTHOR = Object.fromEntries(
  ['AUTHOR', 'COMMITTER'].flatMap((who) => [
    [`GIT_${who}_NAME`, 'anna'],
    [`GIT_${who}_EMAIL`, 'anna@example.com'],
  ]),
);

/** A network of its own, where a kernel gives one: the ports of the pages may be taken on this machine. */
const ALONE = ['unshare', '--net', '--map-root-user', 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh'];
const canBeAlone = () => spawnSync('env', [...ALONE, 'true']).status === 0;

interface Place {
  readonly cwd: string;
  /** What the reader has set, as the page asks. */
  readonly env?: Environment;
  /** Whether the ports of the page are to be free. */
  readonly alone?: boolean;
}

/**
 * Runs commands as a reader pastes them, and ends what they have started. @returns what they print. @throws with it if
 * one fails.
 */
export async function paste(commands: string, { cwd, env = {}, alone = false }: Place): Promise<string> {
  const words = ['bash', '--norc', '-euc', commands];
  const child = spawn('env', [...(alone && canBeAlone() ? ALONE : []), ...words], {
    cwd,
    env: { ...OWN, ...AUTHOR, NO_COLOR: '1', CI: 'true', npm_config_prefer_offline: 'true', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group, so that its servers can be ended with it.
    detached: true,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  const closed = once(child, 'close');
  await once(child, 'exit');
  try {
    process.kill(-(child.pid ?? 0), 'SIGTERM');
  } catch {
    // Nothing of it runs any more.
  }
  await closed;
  if (child.exitCode !== 0) throw new Error(`exit code ${String(child.exitCode)}:\n${output}`);
  return output;
}

/** How long a server may take to answer, in seconds. */
const START_LIMIT = 120;

/**
 * The commands of blocks as one script: those of the word "terminal" run beside the others, which wait until its
 * addresses answer (globs of curl).
 */
export function getScript(blocks: readonly Block[], answers: readonly string[]): string {
  const addresses = [...answers];
  return blocks
    .map(({ word, commands }) => {
      if (word !== 'terminal') return commands;
      const wait = `curl --silent --retry ${String(START_LIMIT)} --retry-delay 1 --retry-all-errors`;
      return `(\n${commands}) &\n${wait} '${addresses.shift() ?? ''}' > /dev/null\n`;
    })
    .join('');
}

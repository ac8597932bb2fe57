import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
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

/** A shell in which a reader pastes commands. */
function openShell(commands: string, { cwd, env = {}, alone = false }: Place) {
  const words = ['bash', '--norc', '-euc', commands];
  const child = spawn('env', [...(alone && canBeAlone() ? ALONE : []), ...words], {
    cwd,
    env: { ...OWN, ...AUTHOR, NO_COLOR: '1', CI: 'true', npm_config_prefer_offline: 'true', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group, so that its servers can be ended with it.
    detached: true,
  });
  const printed = { output: '' };
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => (printed.output += text));
  const closed = once(child, 'close');
  /** Ends what still runs of it. */
  const end = async (): Promise<void> => {
    try {
      process.kill(-(child.pid ?? 0), 'SIGTERM');
    } catch {
      // Nothing of it runs any more.
    }
    await closed;
  };
  return { child, printed, end };
}

/**
 * Runs commands as a reader pastes them, and ends what they have started. @returns what they print. @throws with it if
 * one fails.
 */
export async function paste(commands: string, place: Place): Promise<string> {
  const { child, printed, end } = openShell(commands, place);
  await once(child, 'exit');
  await end();
  if (child.exitCode !== 0) throw new Error(`exit code ${String(child.exitCode)}:\n${printed.output}`);
  return printed.output;
}

/** How often a condition is looked at, in milliseconds. */
const NEXT_LOOK = 200;

/** A terminal of its own, in which a program runs until it is stopped. */
export interface Terminal {
  /** @throws with what the program has printed, if it ends before that or takes longer than `seconds`. */
  until(isThere: () => Promise<boolean>, seconds: number): Promise<void>;
  /** As Ctrl-C does. */
  stop(): Promise<void>;
}

export function openTerminal(commands: string, place: Place): Terminal {
  const { child, printed, end } = openShell(commands, place);
  return {
    async until(isThere, seconds) {
      const limit = performance.now() + seconds * 1000;
      while (!(await isThere().catch(() => false))) {
        if (child.exitCode !== null || performance.now() > limit)
          throw new Error(`It has not come to that:\n${printed.output}`);
        await setTimeout(NEXT_LOOK);
      }
    },
    stop: end,
  };
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

import type { Service } from '../processes/service.ts';
import { runUntilStopped } from '../start/run-until-stopped.ts';
import type { Run } from '../start/run-until-stopped.ts';
import { announcement, CONTROLLED_BACKEND, startServers } from '../start/servers.ts';
import { readArguments } from './arguments.ts';
import { startDevelopment } from './development.ts';
import type { Folders } from './watch-parts.ts';

/** A repository with all parts of the portal, or with one. */
interface Repository {
  readonly root: string;
  /** Its parts, as they are now. */
  readonly list: () => Folders;
  readonly isWhole: boolean;
  /** The program of the development backend, from the root. */
  readonly backend: string;
  /** What it needs a new start for. */
  readonly advice: string;
}

/** How the first of the parts gets into the pages of the portal itself. */
function explainOverride({ portalPort }: Run['settings'], parts: readonly string[], portal: string): string {
  const part = parts.find((each) => each !== 'shell') ?? 'PART';
  const { origin } = new URL(portal);
  const own = `http://localhost:${portalPort}`;
  return (
    `In ${origin} itself, if OVERRIDE_ORIGINS of its web servers names ${own}:\n` +
    `  npm run release -- canary ${part} --preview --override ${own} --portal ${origin}\n`
  );
}

/**
 * Serves the portal from the sources of the parts that `args` name, with hot reload, and runs the development backend.
 * Uses the same settings, ports and state folder as `npm start`, but publishes nothing. @returns the exit code.
 */
export async function develop(repository: Repository, args: readonly string[]): Promise<number> {
  const { root, list, isWhole, backend, advice } = repository;
  const work = async (run: Run, services: Service[], stopped: Promise<never>): Promise<never> => {
    const all = [...list().keys()];
    const { parts, place } = readArguments(isWhole ? args : [...all, ...args], all);
    const listed = () => (place ? new Map([...list()].filter(([part]) => parts.includes(part))) : list());
    const program = { ...CONTROLLED_BACKEND, main: backend, watched: isWhole ? CONTROLLED_BACKEND.watched : undefined };
    const [stop] = await Promise.all([
      startDevelopment(run, { list: listed, place }),
      startServers(run, [program], services),
    ]);
    try {
      run.signal.throwIfAborted();
      const what = `${place ? `${parts.join(', ')} ` : ''}from the sources, with hot reload`;
      const forget = isWhole ? {} : { forget: `To forget all data, remove ${run.settings.stateFolder}.` };
      run.progress.print(announcement(run.settings, what, forget));
      run.progress.print(advice);
      if (place?.portal !== undefined) run.progress.print(explainOverride(run.settings, parts, place.portal));
      // Only if the parent process has opened a message channel.
      process.send?.('ready');
      return await Promise.race([stopped, ...services.map(({ ended }) => ended)]);
    } finally {
      await stop();
    }
  };
  return await runUntilStopped(work, root);
}

/**
 * `npm run dev`, once everything is installed: serves the portal from its sources, with hot reload, and runs the
 * development backend. Uses the same settings, ports and state folder as `npm start`, but publishes nothing.
 */
import { startDevelopment } from './dev/development.ts';
import type { Service } from './processes/service.ts';
import { runUntilStopped } from './start/run-until-stopped.ts';
import type { Run } from './start/run-until-stopped.ts';
import { announcement, CONTROLLED_BACKEND, startServers } from './start/servers.ts';

const NOT_FOLLOWED =
  'Start it again after changes of what it runs itself (scripts, packages/build, packages/delivery), of dependencies, and when a remote is removed.\n';

async function runDevelopment(run: Run, services: Service[], stopped: Promise<never>): Promise<never> {
  const stop = await startDevelopment(run);
  try {
    run.signal.throwIfAborted();
    await startServers(run, [CONTROLLED_BACKEND], services);
    run.progress.print(announcement(run.settings, 'from the sources, with hot reload'));
    run.progress.print(NOT_FOLLOWED);
    // Only if the parent process has opened a message channel.
    process.send?.('ready');
    return await Promise.race([stopped, ...services.map(({ ended }) => ended)]);
  } finally {
    await stop();
  }
}

process.exit(await runUntilStopped(runDevelopment));

/**
 * `npm start`, once everything is installed: builds what changed, publishes and releases it, runs the development
 * backend and the web server, and stops them on SIGINT or SIGTERM. Settings: see start/settings.ts.
 */
import type { Service } from './processes/service.ts';
import { build } from './start/build-parts.ts';
import { publish } from './start/publish-parts.ts';
import { resetOtherFormat } from './start/reset-other-format.ts';
import { runUntilStopped } from './start/run-until-stopped.ts';
import type { Run } from './start/run-until-stopped.ts';
import { announcement, BACKEND, CONSOLE, startServers, WEB_SERVER } from './start/servers.ts';

async function runPortal(run: Run, services: Service[], stopped: Promise<never>): Promise<never> {
  await resetOtherFormat(run);
  const serve = async (): Promise<number> => {
    await build(run);
    const release = await publish(run);
    run.signal.throwIfAborted();
    await startServers(run, [WEB_SERVER, CONSOLE], services);
    return release;
  };
  // The backend reads no builds.
  const [release] = await Promise.all([serve(), startServers(run, [BACKEND], services)]);
  run.progress.print(announcement(run.settings, `release ${release}`, { hasConsole: true }));
  // Only if the parent process has opened a message channel.
  process.send?.('ready');
  return await Promise.race([stopped, ...services.map(({ ended }) => ended)]);
}

process.exit(await runUntilStopped(runPortal));

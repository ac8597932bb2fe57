/** Serves the portal until SIGINT or SIGTERM. Settings: see settings.ts. */
import { describeError } from '@portal/node-kit/plain-error';
import { startWebServer } from './server.ts';
import { readSettings } from './settings.ts';

async function main(): Promise<void> {
  const server = await startWebServer(readSettings(process.env));
  const stop = () => {
    server.close().catch((error: unknown) => {
      console.error(error);
      process.exitCode = 1;
    });
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  const number = await server.liveNumber();
  console.log(`Portal: ${server.url} (${number === undefined ? 'no release yet' : `release ${String(number)}`})`);
}

main().catch((error: unknown) => {
  console.error(describeError(error));
  process.exitCode = 1;
});

import Fastify from 'fastify';
import type { FastifyInstance } from 'fastify';
import { openApi } from './api/openapi.ts';
import { apiRoutes } from './api/routes.ts';
import type { OpenDatabase } from './database/open-database.ts';
import { startDatabase } from './database/start-database.ts';
import { removeExpiredRecords } from './identity/adapter.ts';
import { loadKeys } from './identity/keys.ts';
import { createProvider } from './identity/provider.ts';
import { identityRoutes } from './identity/routes.ts';
import { listenOnLoopback } from './loopback.ts';
import { settingsOf } from './options.ts';
import type { DevBackend, DevBackendOptions, Settings } from './options.ts';

export type { DevBackend, DevBackendOptions } from './options.ts';

async function createApp({ db }: OpenDatabase, stateFolder: string, settings: Settings): Promise<FastifyInstance> {
  const keys = await loadKeys(stateFolder);
  await removeExpiredRecords(db);
  const app = Fastify({ routerOptions: { ignoreTrailingSlash: true } });
  await openApi(app, settings);
  await app.register(apiRoutes, { prefix: '/api', db, keys, settings });
  await app.register(identityRoutes, {
    prefix: '/identity',
    provider: createProvider(db, keys, settings),
    db,
    settings,
  });
  await app.ready();
  return app;
}

/**
 * Starts the identity provider, the API and their database on the loopback addresses (specification, section 7).
 * @throws {PortTakenError | DatabaseInUseError | DatabaseUnreachableError | InvalidInputError}
 */
export async function startDevBackend(options: DevBackendOptions): Promise<DevBackend> {
  const log = options.log ?? ((line: string) => process.stderr.write(`${line}\n`));
  const ready = Promise.withResolvers<FastifyInstance>();
  // Nobody may be waiting for it when the start fails; whoever called learns of the failure below.
  ready.promise.catch(() => undefined);
  // The port comes first: the addresses are made from it, and a taken one should not cost the start of a database.
  const loopback = await listenOnLoopback(options.port, (request, response) => {
    ready.promise.then((app) => app.routing(request, response)).catch(() => response.destroy());
  });
  let database: OpenDatabase | undefined;
  try {
    const settings = settingsOf(options, loopback.port, log);
    const running = (database = await startDatabase(options, log));
    const app = await createApp(running, options.stateFolder, settings);
    ready.resolve(app);
    return {
      url: settings.url,
      async close() {
        await loopback.close();
        await app.close();
        await running.close();
      },
    };
  } catch (error) {
    ready.reject(error);
    await loopback.close();
    await database?.close();
    throw error;
  }
}

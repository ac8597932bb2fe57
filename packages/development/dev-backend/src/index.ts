import { chmod, mkdir } from 'node:fs/promises';
import { listen } from '@portal/node-kit/listen';
import Fastify from 'fastify';
import type { FastifyInstance } from 'fastify';
import { apiRoutes } from './api-routes.ts';
import { documentRoutes } from './api/service-description.ts';
import { EnvelopeSchema } from '@portal/api/wire';
import { openApi } from '@portal/node-kit/fastify-valibot';
import { ciRoutes } from './ci-routes.ts';
import { controlRoutes } from './control-routes.ts';
import type { OpenDatabase } from './database/open-database.ts';
import { startDatabase } from './start-database.ts';
import { removeExpiredRecords } from './identity/adapter.ts';
import { loadKeys } from './keys.ts';
import { identityRoutes } from './identity/routes.ts';
import { mailboxRoutes } from './mail/mailbox-routes.ts';
import { getSettings } from './options.ts';
import type { DevBackend, DevBackendOptions, Settings } from './options.ts';
import { createServices } from './services.ts';
import { refuseForeignHosts } from './request-origin.ts';

export type { DevBackend, DevBackendOptions } from './options.ts';

const apiDescription = ({ url }: Settings) => ({
  info: { title: 'eBike Portal API', description: 'The calls that the portal makes.', version: '1.0.0' },
  servers: [{ url }],
  components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } as const } },
  security: [{ bearer: [] }],
});

async function createApp(
  { db }: OpenDatabase,
  options: DevBackendOptions,
  settings: Settings,
): Promise<FastifyInstance> {
  const keys = await loadKeys(options.stateFolder);
  await removeExpiredRecords(db);
  const app = Fastify({ routerOptions: { ignoreTrailingSlash: true } });
  app.addHook('onRequest', refuseForeignHosts(settings));
  await openApi(app, apiDescription(settings), { '4xx': EnvelopeSchema });
  const { stateFolder, now = Date.now } = options;
  const services = createServices({ db, keys, settings, stateFolder, now });
  app.addHook('onClose', () => services.outbox.settled());
  await app.register(apiRoutes, { ...services, prefix: '/api' });
  await app.register(identityRoutes, { ...services, prefix: '/identity' });
  await app.register(ciRoutes, { ...services, prefix: '/ci' });
  await app.register(mailboxRoutes, services);
  await app.register(documentRoutes, { ...services, prefix: '/documents' });
  if (options.control) await app.register(controlRoutes, { ...services, prefix: '/control' });
  await app.ready();
  services.outbox.send();
  return app;
}

/**
 * Makes the state folder, and keeps other users of the machine out: files of the database have no modes of their own.
 */
async function keepPrivate(stateFolder: string): Promise<void> {
  await mkdir(stateFolder, { recursive: true });
  await chmod(stateFolder, 0o700);
}

/**
 * Starts the identity provider, the API and their database on the loopback addresses (specification, section 7).
 * @throws {PortTakenError | DatabaseInUseError | DatabaseUnreachableError | InvalidInputError}
 */
export async function startDevBackend(options: DevBackendOptions): Promise<DevBackend> {
  const log = options.log ?? ((line: string) => process.stderr.write(`${line}\n`));
  const ready = Promise.withResolvers<FastifyInstance>();
  // If the start fails, the caller gets the error below; this rejection must not count as unhandled.
  ready.promise.catch(() => undefined);
  // Listen first: the addresses contain the port, and the start should fail before a database starts if the port is
  // taken.
  const loopback = await listen(
    (request, response) => {
      ready.promise.then((app) => app.routing(request, response)).catch(() => response.destroy());
    },
    { port: options.port, host: 'localhost', variable: 'BACKEND_PORT' },
  );
  let database: OpenDatabase | undefined;
  try {
    const settings = getSettings(options, loopback.port, log);
    await keepPrivate(options.stateFolder);
    const running = (database = await startDatabase(options, log));
    const app = await createApp(running, options, settings);
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

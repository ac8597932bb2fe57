import { resolve } from 'node:path';
import { PortTakenError } from '@portal/node-kit/listen';
import { DatabaseInUseError } from './database/lock.ts';
import { DatabaseUnreachableError } from './database/postgres.ts';
import { startDevBackend } from './index.ts';
import type { DevBackendOptions } from './index.ts';

const HIGHEST_PORT = 65_535;

/** A fault that its message explains in full. */
class SettingError extends Error {}

function portFrom(variable: string, otherwise: number): number {
  const text = process.env[variable];
  if (text === undefined || text === '') return otherwise;
  const port = Number(text);
  if (Number.isInteger(port) && port > 0 && port <= HIGHEST_PORT) return port;
  throw new SettingError(`${variable} must be a port such as ${otherwise}, not "${text}".`);
}

function controlFrom(text: string | undefined): boolean {
  if (text === undefined || text === '' || text === '0') return false;
  if (text === '1') return true;
  throw new SettingError(`DEV_CONTROL must be 1, or 0 or unset, not "${text}".`);
}

/** Further origins of the portal, separated by commas. */
function originsFrom(text: string | undefined): readonly string[] {
  const origins = (text ?? '').split(',').map((origin) => origin.trim());
  return origins.filter(Boolean).map((origin) => {
    const url = URL.parse(origin);
    if (url && url.origin === origin && url.protocol.startsWith('http')) return origin;
    throw new SettingError(
      `PORTAL_ORIGINS must be origins such as http://portal.ebike.localhost:4000, not "${origin}".`,
    );
  });
}

function optionsFromEnvironment(): DevBackendOptions {
  const { PORTAL_STATE, DATABASE_URL, COOKIE_DOMAIN, PORTAL_ORIGINS, DEV_CONTROL } = process.env;
  const portalPort = portFrom('PORTAL_PORT', 4000);
  return {
    port: portFrom('BACKEND_PORT', 4100),
    stateFolder: resolve(PORTAL_STATE || '.portal'),
    portalOrigins: [`http://localhost:${portalPort}`, `http://127.0.0.1:${portalPort}`, ...originsFrom(PORTAL_ORIGINS)],
    consoleOrigins: [`http://localhost:${portFrom('CONSOLE_PORT', 4200)}`],
    databaseUrl: DATABASE_URL || undefined,
    cookieDomain: COOKIE_DOMAIN || undefined,
    control: controlFrom(DEV_CONTROL),
  };
}

function explain(error: unknown): string {
  const isExplained = [SettingError, PortTakenError, DatabaseInUseError, DatabaseUnreachableError].some(
    (kind) => error instanceof kind,
  );
  if (!(error instanceof Error)) return String(error);
  return isExplained ? error.message : (error.stack ?? error.message);
}

async function run(): Promise<void> {
  const stop = Promise.withResolvers<void>();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop.resolve);
  // A parent that is gone must not leave a backend behind.
  process.on('disconnect', stop.resolve);
  const backend = await startDevBackend(optionsFromEnvironment());
  process.stdout.write(`Development backend ready at ${backend.url}\n`);
  process.send?.({ ready: backend.url });
  await stop.promise;
  await backend.close();
}

try {
  await run();
  process.exit(0);
} catch (error) {
  process.stderr.write(`${explain(error)}\n`);
  process.exit(1);
}

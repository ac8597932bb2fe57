/**
 * Serves the portal. Environment: PORTAL_PORT (4000), METRICS_PORT (4300; on 127.0.0.1 only), PORTAL_STATE (folder of the state,
 * ".portal"), TRUSTED_PROXIES (addresses of the proxies in front; none), HSTS_SUBDOMAINS ("yes" or "no"), HOST_ORIGINS
 * (origins of other hosts that load remotes; none), VISIT_KEY (signs the tokens of visits; random), PORTAL_CONFIG (file of the configuration; by default the one for the development backend at BACKEND_PORT, 4100).
 */
import { readFile, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { readPort, SettingError } from '@portal/node-kit/settings';
import { localConfig } from './local-config.ts';
import { startWebServer } from './server.ts';

async function readState(): Promise<string> {
  const folder = resolve(process.env['PORTAL_STATE'] ?? '.portal');
  const found = await stat(folder).catch(() => undefined);
  if (found?.isDirectory()) return folder;
  throw new Error(`PORTAL_STATE: there is no folder ${folder}. "npm start" makes it and publishes a release into it.`);
}

async function readConfig(): Promise<unknown> {
  const file = process.env['PORTAL_CONFIG'];
  if (file === undefined || file === '')
    return localConfig(readPort(process.env, 'BACKEND_PORT'), readPort(process.env, 'PORTAL_PORT'));
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`PORTAL_CONFIG: ${file} cannot be used: ${reason}`, { cause });
  }
}

function readYesOrNo(variable: string): boolean {
  const text = process.env[variable] ?? '';
  if (!['', 'yes', 'no'].includes(text))
    throw new SettingError(`${variable} is "${text}". Set it to "yes" or "no", or leave it unset for "no".`);
  return text === 'yes';
}

async function main(): Promise<void> {
  const server = await startWebServer({
    store: join(await readState(), 'store'),
    config: await readConfig(),
    port: readPort(process.env, 'PORTAL_PORT'),
    host: 'localhost',
    portVariable: 'PORTAL_PORT',
    metricsPort: readPort(process.env, 'METRICS_PORT'),
    trustedProxies: process.env['TRUSTED_PROXIES'],
    hostOrigins: process.env['HOST_ORIGINS'],
    visitKey: process.env['VISIT_KEY'],
    hstsSubdomains: readYesOrNo('HSTS_SUBDOMAINS'),
  });
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
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});

/**
 * Serves the portal. Environment: PORTAL_PORT (4000), METRICS_PORT (4300) on METRICS_HOST (127.0.0.1), PORTAL_STATE (folder of the state,
 * ".portal"), STORE (address of the store; "store" in that folder), LOG_KEYS (file of the keys whose releases are served; "trusted-keys" in
 * that folder), STORE_CACHE ("yes" or "no"; "yes" for s3), TRUSTED_PROXIES (addresses of the proxies in front; none), HSTS_SUBDOMAINS ("yes"
 * or "no"), HOST_ORIGINS (origins of other hosts that load remotes; none), VISIT_KEY (signs the tokens of visits; a random one, which is
 * kept), BROTLI_QUALITY (0 to 11; 11), PORTAL_CONFIG (file of the configuration; by default the one for the development backend at BACKEND_PORT, 4100).
 */
import { readFile, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { readPort, SettingError } from '@portal/node-kit/settings';
import { openDriver } from '@portal/release/open-driver';
import { BEST_BROTLI_QUALITY } from './assets.ts';
import { localConfig } from './local-config.ts';
import type { WebServerOptions } from './server.ts';
import { startWebServer } from './server.ts';

async function readState(folder: string): Promise<string> {
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

function readYesOrNo(variable: string, standard: boolean): boolean {
  const text = process.env[variable] ?? '';
  if (!['', 'yes', 'no'].includes(text))
    throw new SettingError(
      `${variable} is "${text}". Set it to "yes" or "no", or leave it unset for "${standard ? 'yes' : 'no'}".`,
    );
  return text === '' ? standard : text === 'yes';
}

function readBrotliQuality(): number | undefined {
  const text = process.env['BROTLI_QUALITY'] ?? '';
  if (text === '') return undefined;
  if (/^\d{1,2}$/.test(text) && Number(text) <= BEST_BROTLI_QUALITY) return Number(text);
  throw new SettingError(
    `BROTLI_QUALITY is "${text}". Set it to a whole number from 0 to 11, or leave it unset for ${String(BEST_BROTLI_QUALITY)}.`,
  );
}

/** Without STORE, there has to be a folder with the store; with it, the folder is made for what the server keeps. */
async function readPlaces(): Promise<Pick<WebServerOptions, 'store' | 'cacheFolder' | 'stateFolder'>> {
  const state = resolve(process.env['PORTAL_STATE'] ?? '.portal');
  const address = process.env['STORE'] ?? '';
  const stateFolder = join(state, 'web-server');
  const isFar = address.startsWith('s3://');
  const store = openDriver(address === '' ? join(await readState(state), 'store') : address);
  return { store, stateFolder, ...(readYesOrNo('STORE_CACHE', isFar) && { cacheFolder: join(stateFolder, 'cache') }) };
}

async function main(): Promise<void> {
  const server = await startWebServer({
    ...(await readPlaces()),
    config: await readConfig(),
    port: readPort(process.env, 'PORTAL_PORT'),
    host: 'localhost',
    portVariable: 'PORTAL_PORT',
    metricsPort: readPort(process.env, 'METRICS_PORT'),
    metricsHost: process.env['METRICS_HOST'],
    trustedProxies: process.env['TRUSTED_PROXIES'],
    hostOrigins: process.env['HOST_ORIGINS'],
    visitKey: process.env['VISIT_KEY'],
    brotliQuality: readBrotliQuality(),
    hstsSubdomains: readYesOrNo('HSTS_SUBDOMAINS', false),
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

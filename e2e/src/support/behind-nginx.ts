import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import { request as requestPlain } from 'node:http';
import { request as requestTls } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { freePort } from '@portal/node-kit/testing';
import { waitForResponse } from '../../../scripts/start/servers.ts';
import { startNginx } from '../../../tools/test/nginx.ts';
import type { TestNginx } from '../../../tools/test/nginx.ts';
import { killable } from './killable-portal.ts';
import type { KillableServer } from './killable-portal.ts';
import { end, launch, shared } from './portal-process.ts';
import { copyStore } from './store-copy.ts';

const PACKAGES = join(import.meta.dirname, '../../../packages');
const START_LIMIT_MS = 60_000;

/** An answer as it came. */
interface RawAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
}

/** A web server behind nginx. */
interface WebServerBehind extends KillableServer {
  /** Asks it for a path, past nginx. */
  ask(path: string, headers?: OutgoingHttpHeaders): Promise<RawAnswer>;
}

/** A portal on two web servers behind nginx, with a backend of its own. */
interface PortalBehindNginx {
  readonly nginx: TestNginx;
  readonly stateFolder: string;
  readonly backendUrl: string;
  /** Where nginx expects a release console. */
  readonly consolePort: number;
  readonly webServers: readonly [WebServerBehind, WebServerBehind];
  /** Asks nginx for a path of the portal, or for an address of another host behind it. */
  ask(path: string, headers?: OutgoingHttpHeaders): Promise<RawAnswer>;
  stop(): Promise<void>;
}

/**
 * Asks a server of this machine, whatever the machine thinks of its name, and decodes nothing. `ca`: whose certificates
 * count.
 */
async function askRaw(address: URL, headers: OutgoingHttpHeaders, ca?: Buffer): Promise<RawAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<RawAnswer>();
  const { protocol, hostname, host, port, pathname, search } = address;
  const options = { host: '127.0.0.1', port, path: `${pathname}${search}`, headers: { host, ...headers } };
  const request = protocol === 'https:' ? requestTls({ ...options, servername: hostname, ca }) : requestPlain(options);
  request.once('response', (message) => {
    const { statusCode: status = 0, headers: given } = message;
    buffer(message).then((bytes) => resolve({ status, headers: given, bytes }), reject);
  });
  request.once('error', reject);
  request.end();
  return await promise;
}

/** Starts them on a copy of the store that the tests share. */
export async function startPortalBehindNginx(): Promise<PortalBehindNginx> {
  const stateFolder = await mkdtemp(join(tmpdir(), 'portal-e2e-'));
  await copyStore(shared('SHARED_STATE'), stateFolder);
  const ports = [await freePort(), await freePort()] as const;
  const [backendPort, consolePort] = [await freePort(), await freePort()];
  const at = (port: number) => `127.0.0.1:${String(port)}`;
  const nginx = await startNginx({ webServers: ports.map(at), console: at(consolePort) });
  const backendUrl = `http://localhost:${String(backendPort)}`;
  const config = {
    apiBaseUrl: `${backendUrl}/api/`,
    identityLogoutUrl: `${backendUrl}/identity/session/end`,
    cookieDomain: null,
    publicOrigin: nginx.portal,
    features: { singleSignOn: true },
    documentOrigins: [backendUrl],
    links: {},
  };
  const configFile = join(stateFolder, 'config.json');
  await writeFile(configFile, JSON.stringify(config));
  const webServer = async (port: number): Promise<WebServerBehind & { stop(): Promise<void> }> => {
    const url = `http://localhost:${String(port)}`;
    const env = {
      PORTAL_PORT: String(port),
      METRICS_PORT: String(await freePort()),
      PORTAL_STATE: stateFolder,
      PORTAL_CONFIG: configFile,
      TRUSTED_PROXIES: '127.0.0.1',
    };
    const server = killable(() =>
      launch(join(PACKAGES, 'delivery/web-server/src/main.ts'), env, async () => {
        await waitForResponse(`${url}/release.json`, START_LIMIT_MS, new AbortController().signal);
      }),
    );
    return { ...server, ask: (path, headers = {}) => askRaw(new URL(path, url), headers) };
  };
  const [first, second] = [await webServer(ports[0]), await webServer(ports[1])];
  const backend = await launch(join(PACKAGES, 'development/dev-backend/src/main.ts'), {
    BACKEND_PORT: String(backendPort),
    PORTAL_STATE: stateFolder,
    PORTAL_ORIGINS: nginx.portal,
    DATABASE_URL: 'memory',
  });
  await Promise.all([first.start(), second.start()]);
  const ca = await readFile(nginx.caFile);
  return {
    nginx,
    stateFolder,
    backendUrl,
    consolePort,
    webServers: [first, second],
    ask: (path, headers = {}) => askRaw(new URL(path, nginx.portal), headers, ca),
    async stop() {
      await Promise.all([first.stop(), second.stop(), end(backend)]);
      await nginx.stop();
      await rm(stateFolder, { recursive: true, force: true });
    },
  };
}

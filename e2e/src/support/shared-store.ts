import { execFile } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, testProgram } from '@portal/node-kit/testing';
import { UNGUARDED_WATCHER, waitForResponse } from '../../../scripts/start/servers.ts';
import { killable } from './killable-portal.ts';
import type { KillableServer } from './killable-portal.ts';
import { launch, shared } from './portal-process.ts';

const ROOT = join(import.meta.dirname, '../../..');
const MAIN = testProgram('release-command', join(ROOT, 'packages/releases/core/src/cli/main.ts'));
const SERVE = join(ROOT, 'scripts/serve.mjs');
const START_LIMIT_MS = 60_000;

type Environment = Readonly<Record<string, string>>;

/** What a command has printed, and how it has ended. */
export interface CommandResult {
  readonly code: number;
  readonly text: string;
}

/** A web server that reads a store on S3. */
export interface StoreReader extends KillableServer {
  readonly url: string;
  readonly metricsUrl: string;
  /** Where it keeps what a restart must not lose. */
  readonly stateFolder: string;
}

/** A store on S3, with everybody who uses it on a machine of its own: they share the store and nothing else. */
interface SharedStore {
  /** Keys, and what else is written down, by machine. */
  readonly folder: string;
  readonly webServers: readonly StoreReader[];
  readonly service: KillableServer;
  /** A command of the store's operator, who has the keys of S3. */
  asOperator(...words: string[]): Promise<CommandResult>;
  /** A command on the machine of the service, with its key. */
  onServiceMachine(...words: string[]): Promise<CommandResult>;
  /** A command elsewhere, through the service, as who a token proves. Each `machine` has a session of its own. */
  throughService(machine: string, token: string, ...words: string[]): Promise<CommandResult>;
  stop(): Promise<void>;
}

/** Runs `npm run release -- …` without what this run of the tests has in its environment. */
function releaseCommand(env: Environment, words: readonly string[]): Promise<CommandResult> {
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env;
  return new Promise((resolve, reject) => {
    const options = { env: { PATH, NODE_COMPILE_CACHE, ...env } };
    execFile(process.execPath, [MAIN, ...words], options, (error, stdout, stderr) => {
      const code = error ? error.code : 0;
      if (typeof code === 'number') resolve({ code, text: `${stdout}${stderr}` });
      else reject(error ?? new Error(`${words.join(' ')} has no exit code`));
    });
  });
}

/** As TEST_S3_URL has it, for the environment of commands and servers. */
function s3Environment(address: string): Environment {
  const { protocol, host, username, password, pathname } = new URL(address);
  return {
    STORE: `s3:/${pathname}/production`,
    S3_ENDPOINT: `${protocol}//${host}`,
    AWS_ACCESS_KEY_ID: username,
    AWS_SECRET_ACCESS_KEY: password,
  };
}

const serve = (name: string, env: Environment, address: string): Promise<ChildProcess> =>
  launch(
    SERVE,
    env,
    async () => {
      await waitForResponse(address, START_LIMIT_MS, new AbortController().signal);
    },
    [name],
  );

async function webServer(s3: Environment, stateFolder: string, keys: string) {
  const [portalPort, metricsPort] = [await freePort(), await freePort()];
  const url = `http://localhost:${String(portalPort)}`;
  const env = {
    ...s3,
    PORTAL_PORT: String(portalPort),
    METRICS_PORT: String(metricsPort),
    BACKEND_PORT: new URL(shared('BACKEND_URL')).port,
    PORTAL_STATE: stateFolder,
    LOG_KEYS: keys,
  };
  const server = killable(() => serve('web-server', env, `${url}/release.json`));
  return { ...server, url, metricsUrl: `http://127.0.0.1:${String(metricsPort)}/metrics`, stateFolder };
}

/** Nothing runs yet, and the store is empty. `address`: as TEST_S3_URL has it. */
export async function prepareSharedStore(address: string, webServerCount: number): Promise<SharedStore> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-shared-'));
  const [operatorFolder, serviceFolder] = [join(folder, 'operator'), join(folder, 'service')];
  const s3 = s3Environment(address);
  const asOperator = (...words: string[]) => releaseCommand({ ...s3, PORTAL_STATE: operatorFolder }, words);
  // The operator's first command makes the key, whose public half all others trust.
  await asOperator('store', 'keys');
  const keys = join(operatorFolder, 'trusted-keys');
  await mkdir(serviceFolder);
  await copyFile(keys, join(serviceFolder, 'trusted-keys'));

  const webServers = await Promise.all(
    Array.from({ length: webServerCount }, (_, index) =>
      webServer(s3, join(folder, `web-server-${String(index + 1)}`), keys),
    ),
  );
  const port = await freePort();
  const origin = `http://localhost:${String(port)}`;
  const serviceEnv = {
    ...s3,
    RELEASE_PORT: String(port),
    PORTAL_STATE: serviceFolder,
    METRICS_URL: webServers.map(({ metricsUrl }) => metricsUrl).join(','),
    WATCHER_SETTINGS: UNGUARDED_WATCHER,
    // Not watched: its clients send it their tokens, and no browser does.
    NODE_OPTIONS: '',
  };
  const service = killable(() => serve('service', serviceEnv, `${origin}/livez`));
  return {
    folder,
    webServers,
    service,
    asOperator,
    onServiceMachine: (...words) => releaseCommand({ ...s3, PORTAL_STATE: serviceFolder }, words),
    throughService: (machine, token, ...words) =>
      releaseCommand(
        {
          RELEASE_SERVICE: origin,
          RELEASE_TOKEN: token,
          PORTAL_STATE: join(folder, machine),
          LOG_KEYS: keys,
        },
        words,
      ),
    async stop() {
      await Promise.all([...webServers, service].map((server) => server.stop()));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

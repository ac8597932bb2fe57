import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { PlainError } from '@portal/node-kit/plain-error';
import { startService } from '../processes/service.ts';
import type { Service } from '../processes/service.ts';
import type { Run } from './run-until-stopped.ts';
import type { Settings } from './settings.ts';

/** How long the servers may take to answer, in milliseconds. Long, because the first start prepares the database. */
const START_LIMIT_MS = 120_000;
const BETWEEN_TRIES_MS = 100;

/** A server did not answer in time. */
export class NoResponseError extends PlainError {}

/**
 * Waits until an HTTP server answers at `url`, with any status.
 * @throws {NoResponseError} after `limit` milliseconds; the signal's reason when it aborts.
 */
export async function waitForResponse(url: string, limit: number, signal: AbortSignal): Promise<void> {
  const deadline = performance.now() + limit;
  for (;;) {
    try {
      const response = await fetch(url, {
        signal: AbortSignal.any([signal, AbortSignal.timeout(limit)]),
        redirect: 'manual',
      });
      await response.body?.cancel();
      return;
    } catch (cause) {
      signal.throwIfAborted();
      if (performance.now() >= deadline) {
        throw new NoResponseError(`${url} does not answer after ${Math.round(limit / 1000)} s.`, { cause });
      }
    }
    await pause(BETWEEN_TRIES_MS, undefined, { signal });
  }
}

/** A server that runs in a separate process. */
export interface ServerProgram {
  readonly name: string;
  /** Relative to the root of the repository. */
  readonly main: string;
  readonly port: 'portalPort' | 'backendPort' | 'consolePort';
  /** Options of Node. */
  readonly nodeOptions: readonly string[];
  /** Settings of this program alone. */
  readonly env?: Readonly<Record<string, string>>;
  /** Folders, relative to the root: when a file in them changes, it starts again. */
  readonly watched?: readonly string[] | undefined;
}

export const BACKEND: ServerProgram = {
  name: 'development backend',
  main: 'packages/development/dev-backend/src/main.ts',
  port: 'backendPort',
  // The database is a large WebAssembly module; without optimized compilation it needs half the memory at the start.
  nodeOptions: ['--liftoff-only'],
};
/** With faults and people on demand, for developers. The endpoint refuses requests from pages in a browser. */
export const CONTROLLED_BACKEND: ServerProgram = {
  ...BACKEND,
  env: { DEV_CONTROL: 'yes' },
  // Not what pages import, too: while it starts again, the page that shows the edit could not ask it.
  watched: ['packages/development/dev-backend/src', 'packages/portal/staff-api/src'],
};
export const WEB_SERVER: ServerProgram = {
  name: 'web server',
  main: 'packages/delivery/web-server/src/main.ts',
  port: 'portalPort',
  nodeOptions: [],
};
/** Settings of a watcher that leaves promotions alone: who releases on their own machine sees it at once. */
export const UNGUARDED_WATCHER = join(import.meta.dirname, 'watcher.json');
export const CONSOLE: ServerProgram = {
  name: 'release console',
  main: 'packages/releases/console/src/main.ts',
  port: 'consolePort',
  // The console has few users, so a small heap is enough; a week of visits needs the most.
  nodeOptions: ['--max-semi-space-size=1', '--max-old-space-size=256'],
  env: { WATCHER_SETTINGS: UNGUARDED_WATCHER },
};

/**
 * Starts the programs and waits until all answer. It adds each to `services` at once, so that they can be stopped if
 * one fails.
 */
export async function startServers(
  { settings, progress, signal }: Run,
  programs: readonly ServerProgram[],
  services: Service[],
): Promise<void> {
  const { root, portalPort, backendPort, metricsPort, consolePort, stateFolder } = settings;
  const shared = {
    // Some shells set it to the machine's name; demo people and their password are for this machine only.
    HOST: 'localhost',
    PORTAL_PORT: String(portalPort),
    BACKEND_PORT: String(backendPort),
    METRICS_PORT: String(metricsPort),
    CONSOLE_PORT: String(consolePort),
    PORTAL_STATE: stateFolder,
    STORE: join(stateFolder, 'store'),
    // A person reads it.
    LOG_FORMAT: 'text',
    ACCESS_LOG: 'no',
  };
  const title =
    programs.length === 1 ? `Starting the ${programs.map(({ name }) => name).join()}` : 'Starting the servers';
  await progress.step(title, async () => {
    for (const { name, main, nodeOptions, env = {}, watched } of programs) {
      const onLine = (line: string): void => {
        progress.print(`[${name}] ${line}`);
      };
      services.push(startService({ name, main, root, env: { ...shared, ...env }, nodeOptions, watched, onLine }));
    }
    const answers = programs.map(({ port }) =>
      waitForResponse(`http://127.0.0.1:${settings[port]}/`, START_LIMIT_MS, signal),
    );
    await Promise.race([Promise.all(answers), ...services.map(({ ended }) => ended)]);
  });
}

/** The development backend's demo people and the purpose of each. */
const PEOPLE: readonly (readonly [email: string, what: string])[] = [
  ['owner@example.com', 'owns six hubs, of all three types'],
  ['guest@example.com', 'is a guest of two of them'],
  ['empty@example.com', 'has no hub'],
  ['many@example.com', 'has 200 hubs'],
  ['unmigrated@example.com', 'is not on single sign-on (account password: account-1)'],
  ['unlinked@example.com', 'has an identity, but no account'],
  ['developer@example.com', 'has the role "developer"'],
  ['manager@example.com', 'is a release manager: for the console'],
  ['support@example.com', 'helps customers: has the role "support"'],
  ['firmware@example.com', 'uploads firmware: has the role "firmware"'],
  ['content@example.com', 'keeps countries: has the role "content"'],
  ['admin@example.com', 'administers: has the role "admin"'],
];
const PASSWORD = 'ebike-demo-1';

/** The text to print once all servers answer. `what` describes what the portal serves ("release 3"). */
export function announcement(
  { portalPort, backendPort, consolePort }: Settings,
  what: string,
  { hasConsole = false, forget = '"npm run reset" forgets all data.' } = {},
): string {
  const width = Math.max(...PEOPLE.map(([email]) => email.length));
  return [
    '',
    `The portal runs: http://localhost:${portalPort} (${what}; development backend on port ${backendPort})`,
    ...(hasConsole ? [`Release console:  http://localhost:${consolePort} (as manager@example.com)`] : []),
    '',
    `Sign in as one of these, with the password ${PASSWORD}:`,
    ...PEOPLE.map(([email, role]) => `  ${email.padEnd(width)}  ${role}`),
    '',
    `Ctrl-C stops it. ${forget}`,
    '',
  ].join('\n');
}

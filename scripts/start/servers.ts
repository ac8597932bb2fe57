import { setTimeout as pause } from 'node:timers/promises';
import { PlainError } from '@portal/node-kit/plain-error';
import { startService } from '../processes/service.ts';
import type { Service } from '../processes/service.ts';
import type { Run } from './run-until-stopped.ts';
import type { Settings } from './settings.ts';

/** The first start prepares the database. */
const START_LIMIT_MS = 120_000;
const BETWEEN_TRIES_MS = 100;

/** Nothing answered in time. */
export class NoResponseError extends PlainError {}

/**
 * Waits until an HTTP server answers at `url`, with whatever status.
 * @throws {NoResponseError} after `limit` milliseconds; the signal's reason when it aborts.
 */
export async function waitForResponse(url: string, limit: number, signal: AbortSignal): Promise<void> {
  const deadline = performance.now() + limit;
  for (;;) {
    try {
      const answer = await fetch(url, {
        signal: AbortSignal.any([signal, AbortSignal.timeout(limit)]),
        redirect: 'manual',
      });
      await answer.body?.cancel();
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

/** A server of the portal that is a process of its own. */
export interface ServerProgram {
  readonly name: string;
  /** From the root of the repository. */
  readonly main: string;
  readonly port: 'portalPort' | 'backendPort' | 'consolePort';
  /** For Node itself. */
  readonly nodeOptions: readonly string[];
}

export const BACKEND: ServerProgram = {
  name: 'development backend',
  main: 'packages/dev-backend/src/main.ts',
  port: 'backendPort',
  // The database is a large WebAssembly module: compiled without optimization it takes half the memory at the start.
  nodeOptions: ['--liftoff-only'],
};
export const WEB_SERVER: ServerProgram = {
  name: 'web server',
  main: 'packages/web-server/src/main.ts',
  port: 'portalPort',
  nodeOptions: [],
};
export const CONSOLE: ServerProgram = {
  name: 'release console',
  main: 'packages/release-console/src/main.ts',
  port: 'consolePort',
  // It answers a few people: a small young generation keeps its memory modest.
  nodeOptions: ['--max-semi-space-size=1', '--max-old-space-size=128'],
};

/** Starts the programs and adds each to `services`, also when one of them then fails. Resolves when all answer. */
export async function startServers(
  { settings, progress, signal }: Run,
  programs: readonly ServerProgram[],
  services: Service[],
): Promise<void> {
  const { root, portalPort, backendPort, metricsPort, consolePort, stateFolder } = settings;
  const env = {
    PORTAL_PORT: String(portalPort),
    BACKEND_PORT: String(backendPort),
    METRICS_PORT: String(metricsPort),
    CONSOLE_PORT: String(consolePort),
    PORTAL_STATE: stateFolder,
    // Faults and fresh people on demand, for whoever works on the portal; it answers nothing that a page in a browser sends.
    DEV_CONTROL: '1',
  };
  const title =
    programs.length === 1 ? `Starting the ${programs.map(({ name }) => name).join()}` : 'Starting the servers';
  await progress.step(title, async () => {
    for (const { name, main, nodeOptions } of programs) {
      const onLine = (line: string): void => {
        progress.print(`[${name}] ${line}`);
      };
      services.push(startService({ name, main, root, env, nodeOptions, onLine }));
    }
    const answers = programs.map(({ port }) =>
      waitForResponse(`http://127.0.0.1:${settings[port]}/`, START_LIMIT_MS, signal),
    );
    await Promise.race([Promise.all(answers), ...services.map(({ ended }) => ended)]);
  });
}

/** The development backend's demo people (its seed), and what each of them shows. */
const PEOPLE: readonly (readonly [email: string, what: string])[] = [
  ['owner@example.com', 'owns six hubs, of all three types'],
  ['guest@example.com', 'is a guest of two of them'],
  ['empty@example.com', 'has no hub'],
  ['many@example.com', 'has 200 hubs'],
  ['unmigrated@example.com', 'is not on single sign-on (account password: account-1)'],
  ['unlinked@example.com', 'has an identity, but no account'],
  ['developer@example.com', 'has the role "developer"'],
  ['manager@example.com', 'is a release manager: for the console'],
];
const PASSWORD = 'ebike-demo-1';

/** What the terminal says once everything answers; `what` says what is served there ("release 3"). */
export function announcement(
  { portalPort, backendPort, consolePort }: Settings,
  what: string,
  hasConsole = false,
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
    'Ctrl-C stops it. "npm run reset" forgets all data.',
    '',
  ].join('\n');
}

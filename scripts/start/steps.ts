import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { lockWhenFree, tryLock } from '@portal/node-kit/process-lock';
import type { Unlock } from '@portal/node-kit/process-lock';
import { PlainError } from '@portal/node-kit/plain-error';
import { startService } from '../processes/service.ts';
import type { Service } from '../processes/service.ts';
import type { Progress } from '../progress.mjs';
import { buildParts, bundle } from './build-parts.ts';
import { partsOf } from './parts.ts';
import { publishParts } from './publish-parts.ts';
import { checkPortFree } from './settings.ts';
import type { Settings } from './settings.ts';
import { PROMOTED, STATE_LOCK } from './state.mjs';
import { waitForResponse } from './wait-for-response.ts';

/** The first start prepares the database. */
const START_LIMIT_MS = 120_000;

/** What every step works with. */
export interface Run {
  readonly settings: Settings;
  readonly progress: Progress;
  /** Aborted when the portal is to stop. */
  readonly signal: AbortSignal;
}

export async function checkPorts({ settings }: Run): Promise<void> {
  await checkPortFree(settings.portalPort, 'PORTAL_PORT');
  await checkPortFree(settings.backendPort, 'BACKEND_PORT');
}

/** One portal for one state folder. @throws {PlainError} while another one runs on it. */
export async function lockState({ settings: { stateFolder } }: Run): Promise<Unlock> {
  await mkdir(stateFolder, { recursive: true });
  const result = tryLock(join(stateFolder, STATE_LOCK));
  if ('unlock' in result) return result.unlock;
  throw new PlainError(
    `A portal runs on ${stateFolder} already (process ${result.holder}). Stop it, or give this one a folder of its own with PORTAL_STATE.`,
  );
}

export async function build({ settings: { root, cacheFolder }, progress, signal }: Run): Promise<void> {
  await progress.step('Building what has changed', async (note) => {
    await mkdir(cacheFolder, { recursive: true });
    const unlock = await lockWhenFree(join(cacheFolder, 'build'), signal, (holder) => {
      note(`waiting for process ${holder}, which builds too`);
    });
    try {
      const { built, reused } = await buildParts({
        root,
        cacheFolder,
        note,
        build: async (part, versionSuffix) => {
          await bundle(root, part, versionSuffix, signal);
        },
      });
      note(`${built.length} built, ${reused.length} reused`);
    } finally {
      unlock();
    }
  });
}

/** Number of the release that is live. */
export async function publish({ settings: { root, stateFolder }, progress }: Run): Promise<number> {
  const { release, left } = await progress.step('Publishing', async (note) => {
    const folders = partsOf(root).map((part) => join(root, part, 'dist'));
    const [storeFolder, recordFile] = [join(stateFolder, 'store'), join(stateFolder, PROMOTED)];
    const done = await publishParts({ storeFolder, recordFile, folders });
    note(`release ${String(done.release.number)}${done.outcome === 'unchanged' ? ', as before' : ''}`);
    return done;
  });
  for (const line of left) progress.print(line);
  return release.number;
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

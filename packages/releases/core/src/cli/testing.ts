import { dirname } from 'node:path';
import type { VisitRow, Visits } from '@portal/contract/visits';
import { VISITS_PATH } from '@portal/contract/visits';
import type { Listening } from '@portal/node-kit/listen';
import { listen } from '@portal/node-kit/listen';
import type { Store } from '../store/store.ts';
import { runCommandLine } from './run.ts';

/** For tests: exit code and output of a command. */
export interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The keys of a test's store are beside it. */
function getState(args: readonly string[]): { readonly PORTAL_STATE?: string } {
  const store = args[args.indexOf('--store') + 1];
  return args.includes('--store') && store?.startsWith('/') ? { PORTAL_STATE: dirname(store) } : {};
}

/** For tests: runs the command in this process. `onLine` gets each line when it is printed. */
export async function runRelease(args: readonly string[], onLine?: (line: string) => void): Promise<Outcome> {
  const output = { stdout: '', stderr: '' };
  const write = (stream: keyof typeof output) => (line: unknown) => {
    output[stream] += `${String(line)}\n`;
    onLine?.(String(line));
  };
  const before = process.env;
  process.env = { ...before, ...getState(args) };
  try {
    const code = await runCommandLine(args, { log: write('stdout'), error: write('stderr') });
    return { code, ...output };
  } finally {
    process.env = before;
  }
}

/** For tests: runs the command in this process with --json, and returns the printed document. */
export async function askRelease(args: readonly string[]): Promise<unknown> {
  const { stdout, stderr } = await runRelease([...args, '--json']);
  if (stderr !== '') throw new Error(`--json printed more than a document: ${stderr}`);
  return JSON.parse(stdout);
}

/** For tests: the metrics of a web server that serves the newest release of a store. */
export class CountingServer {
  /** What it tells at each look; the last one stays. */
  looks: readonly (readonly VisitRow[])[] = [];
  readonly #listening: Listening;

  private constructor(listening: Listening) {
    this.#listening = listening;
  }

  static async start(store: Store): Promise<CountingServer> {
    const listening = await listen(
      ({ url = '' }, response) => {
        void store.releaseNumbers().then((numbers) => {
          const served = numbers.at(-1) ?? 0;
          const isVisits = url.startsWith(VISITS_PATH);
          response.end(
            isVisits ? JSON.stringify(server.#document(served)) : `portal_release_number ${String(served)}\n`,
          );
        });
      },
      { port: 0, host: '127.0.0.1', variable: 'METRICS_PORT' },
    );
    const server = new CountingServer(listening);
    return server;
  }

  get address(): string {
    return `http://127.0.0.1:${String(this.#listening.port)}/metrics`;
  }

  /** A minute after the visits. */
  #document(served: number): Visits {
    const at = new Date(60_000).toISOString();
    const [rows = [], ...later] = this.looks;
    if (later.length > 0) this.looks = later;
    const empty = { heldBack: [], vitals: [], errors: [], ignored: {} };
    return { schema: 1, instance: 'one', startedAt: at, at, served, rows: [...rows], ...empty };
  }

  async stop(): Promise<void> {
    await this.#listening.close();
  }
}

import type { RequestListener } from 'node:http';
import type { Registry } from 'prom-client';
import type { Listening, ListenOptions } from './listen.ts';
import { listen } from './listen.ts';
import type { ServerLog } from './server-log.ts';

export const METRICS_PATH = '/metrics';
export const ALIVE_PATH = '/livez';
export const READY_PATH = '/readyz';

/** What a path of the address for operators answers. */
export interface OperatorAnswer {
  readonly status?: number;
  readonly type: string;
  readonly body: string;
}

/** Answers a GET of a path. */
export type OperatorRoute = (query: URLSearchParams) => OperatorAnswer | Promise<OperatorAnswer>;

/** Whether a server should get requests, and why not. */
export class Readiness {
  readonly #whyNot: () => string | undefined | Promise<string | undefined>;
  #isDraining = false;

  /** `whyNot` gives the reason why the server cannot work; undefined while it can. */
  constructor(whyNot: () => string | undefined | Promise<string | undefined> = () => undefined) {
    this.#whyNot = whyNot;
  }

  /** From now on the server is not ready: it finishes what is under way. */
  drain(): void {
    this.#isDraining = true;
  }

  async whyNot(): Promise<string | undefined> {
    return this.#isDraining ? 'The server is stopping.' : await this.#whyNot();
  }
}

const json = (status: number, document: object): OperatorAnswer => ({
  status,
  type: 'application/json',
  body: JSON.stringify(document),
});

/** Whether the process runs. */
export const aliveAnswer = (): OperatorAnswer => json(200, { alive: true });

/** 200 while the server should get requests, else 503 with the reason. */
export async function readyAnswer(readiness: Readiness): Promise<OperatorAnswer> {
  const why = await readiness.whyNot();
  return why === undefined ? json(200, { ready: true }) : json(503, { ready: false, why });
}

interface OperatorServerOptions extends ListenOptions {
  readonly registry: Registry;
  /** Brings the figures up to date before they are read. */
  readonly collect?: (() => Promise<void>) | undefined;
  readonly readiness: Readiness;
  /** Further paths. */
  readonly routes?: Readonly<Record<string, OperatorRoute>> | undefined;
  readonly log: ServerLog;
}

function listRoutes({
  registry,
  collect,
  readiness,
  routes = {},
}: OperatorServerOptions): ReadonlyMap<string, OperatorRoute> {
  const metrics = async () => {
    await collect?.();
    return { type: registry.contentType, body: await registry.metrics() };
  };
  return new Map<string, OperatorRoute>([
    ...Object.entries(routes),
    [METRICS_PATH, metrics],
    [ALIVE_PATH, aliveAnswer],
    [READY_PATH, () => readyAnswer(readiness)],
  ]);
}

/**
 * Serves metrics and health on an address of their own; a proxy in front of the server must not lead to them.
 * @throws {PortTakenError}
 */
export function listenForOperators(options: OperatorServerOptions): Promise<Listening> {
  const routes = listRoutes(options);
  const answer = async (method: string | undefined, url: string): Promise<OperatorAnswer> => {
    const [path = '', query] = url.split('?');
    const route = routes.get(path);
    if (!route) return { status: 404, type: 'text/plain', body: 'Not found\n' };
    if (method !== 'GET' && method !== 'HEAD')
      return { status: 405, type: 'text/plain', body: 'Only GET and HEAD are answered here.\n' };
    return await route(new URLSearchParams(query));
  };
  const listener: RequestListener = ({ method, url = '' }, response) => {
    answer(method, url)
      .catch((error: unknown): OperatorAnswer => {
        options.log.error('metrics failed', error, { path: url.split('?')[0] });
        return { status: 500, type: 'text/plain', body: 'Something went wrong.\n' };
      })
      .then(({ status = 200, type, body }) => {
        response.writeHead(status, {
          'content-type': type,
          'cache-control': 'no-store',
          'x-content-type-options': 'nosniff',
          ...(status === 405 && { allow: 'GET, HEAD' }),
        });
        response.end(body);
      })
      .catch(() => response.destroy());
  };
  return listen(listener, options);
}

import type { IncomingMessage, RequestListener } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { Registry } from 'prom-client';
import { buildMetrics, httpMetrics, processMetrics } from './http-metrics.ts';
import type { ListenOptions } from './listen.ts';
import { toAddress, listen } from './listen.ts';
import type { ObserveRequestsOptions } from './observe-requests.ts';
import { observeRequests } from './observe-requests.ts';
import type { OperatorRoute, Readiness } from './operator-server.ts';
import { listenForOperators, METRICS_PATH } from './operator-server.ts';
import type { ServerLog } from './server-log.ts';

const LOOPBACK = '127.0.0.1';

/** What all servers let whoever runs them choose. */
export interface RunOptions {
  /** Whether each request is a line of the log; no by default. */
  readonly accessLog?: boolean | undefined;
  /** Port of metrics and health; 0 takes a free port. Without it they are not given out. */
  readonly metricsPort?: number | undefined;
  /**
   * Address on which metrics and health are given out; 127.0.0.1 by default. The server's clients must not reach it.
   */
  readonly metricsHost?: string | undefined;
  /** Whether memory, event-loop delay and processor time of the process are in the metrics; no by default. */
  readonly processMetrics?: boolean | undefined;
  /**
   * How long the server answers on when it closes, so that a load balancer sees that it is not ready; 0 by default. In
   * milliseconds.
   */
  readonly drainMs?: number | undefined;
}

interface RunServerOptions extends RunOptions {
  readonly log: ServerLog;
  readonly listener: RequestListener;
  readonly at: ListenOptions;
  /** Environment variable that chooses the port of the metrics, for messages. */
  readonly metricsVariable: string;
  /** Whether the id that this address gives to a request counts. */
  readonly isTrusted?: ((address: string) => boolean) | undefined;
  readonly classify?: ((request: IncomingMessage) => string) | undefined;
  readonly isLogged?: ObserveRequestsOptions['isLogged'];
  readonly readiness: Readiness;
  /** Of the metrics; one of its own by default. */
  readonly registry?: Registry | undefined;
  /** Brings the figures up to date before they are read. */
  readonly collect?: (() => Promise<void>) | undefined;
  /** Further paths beside metrics and health. */
  readonly routes?: Readonly<Record<string, OperatorRoute>> | undefined;
}

interface RunningServer {
  readonly port: number;
  /** Undefined if metrics and health are not given out. */
  readonly metricsPort: number | undefined;
  /** Says that it is not ready, waits for load balancers, finishes the requests under way, and frees the ports. */
  close(): Promise<void>;
}

/** Where the metrics of a running server are: "http://127.0.0.1:4300/metrics". */
export const metricsAddress = (port: number | undefined, { metricsHost }: RunOptions): string | undefined =>
  port === undefined ? undefined : `${toAddress(metricsHost || LOOPBACK, port)}${METRICS_PATH}`;

/**
 * Runs a server with its log of requests, its metrics and its health. @throws {PortTakenError}; {SettingError} when it
 * cannot listen there.
 */
export async function runServer(options: RunServerOptions): Promise<RunningServer> {
  const { log, listener, at, metricsPort, readiness, registry = new Registry(), drainMs = 0 } = options;
  const { accessLog = false, isLogged, isTrusted = () => false, classify } = options;
  buildMetrics(registry);
  if (options.processMetrics) processMetrics(registry);
  const handler = observeRequests(listener, {
    log,
    accessLog,
    isLogged,
    isTrusted,
    classify,
    onAnswer: httpMetrics(registry),
  });
  const operators =
    metricsPort === undefined
      ? undefined
      : await listenForOperators({
          registry,
          collect: options.collect,
          readiness,
          routes: options.routes,
          log,
          port: metricsPort,
          host: options.metricsHost || LOOPBACK,
          variable: options.metricsVariable,
          hostVariable: 'METRICS_HOST',
        });
  const listening = await listen(handler, at).catch(async (error: unknown) => {
    await operators?.close();
    throw error;
  });
  return {
    port: listening.port,
    metricsPort: operators?.port,
    async close() {
      readiness.drain();
      await pause(drainMs);
      await listening.close();
      await operators?.close();
    },
  };
}

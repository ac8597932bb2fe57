import type { Actor } from '@portal/release/actor';
import type { Store } from '@portal/release/store';
import type { FastifyRequest } from 'fastify';
import type { ServiceLog } from '../service-event.ts';

/** What the routes get. Who asks is `getCaller(request)`, and what they may is `require` of that. */
export interface RouteOptions {
  /** For reading. */
  readonly store: Store;
  /** The store, for the changes of a request in somebody's name; that of a dry run keeps nothing. */
  readonly storeFor: (request: FastifyRequest, actor: Actor) => Store;
  /** Addresses of the web servers' metrics. */
  readonly metricsUrls: readonly string[];
  readonly events: ServiceLog;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

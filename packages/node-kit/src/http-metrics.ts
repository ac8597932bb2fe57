import { collectDefaultMetrics, Counter, Gauge, Histogram } from 'prom-client';
import type { Registry } from 'prom-client';
import type { Answered } from './observe-requests.ts';
import { PORTAL_VERSION } from './portal-version.ts';

/** In seconds: from a page out of memory to a request that somebody gives up. */
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/**
 * Counts answered requests. All servers have the same names; Prometheus tells them apart by the job that it reads them
 * for.
 */
export function httpMetrics(registry: Registry): (answered: Answered) => void {
  const registers = [registry];
  const requests = new Counter({
    name: 'portal_http_requests_total',
    help: 'Requests by what was asked for and by status; 499 for a connection that broke before the answer was complete.',
    labelNames: ['kind', 'status'],
    registers,
  });
  const seconds = new Histogram({
    name: 'portal_http_request_seconds',
    help: 'How long answers took, until they were sent.',
    labelNames: ['kind'],
    buckets: SECONDS,
    registers,
  });
  return (answered) => {
    requests.inc({ kind: answered.kind, status: answered.status });
    seconds.observe({ kind: answered.kind }, answered.seconds);
  };
}

/** Adds the figures of the process itself: event-loop delay, memory, processor time. Once in a process. */
export function processMetrics(registry: Registry): void {
  collectDefaultMetrics({ register: registry });
}

/** Adds the version of the program. */
export function buildMetrics(registry: Registry): void {
  const name = 'portal_build_info';
  const help = 'Always 1, with the version of the program.';
  new Gauge({ name, help, labelNames: ['version'], registers: [registry] }).set({ version: PORTAL_VERSION }, 1);
}

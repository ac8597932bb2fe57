import type { Listening } from '@portal/node-kit/listen';
import { listen } from '@portal/node-kit/listen';
import { textResponse } from './http-response.ts';
import type { Log } from './log.ts';
import { requestListener } from './request-listener.ts';

export const METRICS_PATH = '/metrics';

/** Gives the numbers out to whoever is on this machine; a proxy in front of the portal never reaches this port. @throws {PortTakenError} */
export function listenForMetrics(metrics: () => Promise<string>, port: number, log: Log): Promise<Listening> {
  const handler = requestListener(async ({ method, url }) => {
    if (url !== METRICS_PATH) return textResponse(404, 'Not found');
    if (method !== 'GET') return textResponse(405, 'Only GET is answered here.', { allow: 'GET' });
    return {
      status: 200,
      headers: { 'content-type': 'text/plain; version=0.0.4; charset=utf-8', 'cache-control': 'no-store' },
      body: await metrics(),
    };
  }, log);
  return listen(handler, { port, host: '127.0.0.1', variable: 'METRICS_PORT' });
}

import type { ApiScope } from '@portal/node-kit/fastify-valibot';
import { CheckSchema } from '@portal/release/checks';
import { CopySchema } from '@portal/release/copies';
import { recordCheck } from '@portal/release/record-check';
import { recordCopy } from '@portal/release/record-copy';
import { CheckBodySchema } from '@portal/release/service-api/checks';
import { CopyBodySchema } from '@portal/release/service-api/copies';
import { getCaller } from '../access/authenticate.ts';
import type { RouteOptions } from './route-options.ts';

/** What a check found may be long; a proof has the entries of a log and the releases of days. */
const MAX_CHECK_BYTES = 1024 * 1024;
const MAX_COPY_BYTES = 8 * 1024 * 1024;

/** What was found out about a version elsewhere: in a browser, or in staging. */
export function recordRoutes(app: ApiScope, { storeFor, events }: RouteOptions): void {
  app.post(
    '/checks',
    {
      bodyLimit: MAX_CHECK_BYTES,
      schema: {
        summary: 'Records what a check of versions found.',
        body: CheckBodySchema,
        response: { 200: CheckSchema },
      },
    },
    async (request) => {
      const { findings, actsFor } = request.body;
      const caller = getCaller(request);
      caller.require('check', Object.keys(findings.versions));
      const store = storeFor(request, caller.actor(actsFor));
      const check = await recordCheck(store, { by: caller.by(actsFor), findings });
      const what = Object.entries(findings.versions).map(([name, version]) => `${name} ${version}`);
      events.record(request, { event: 'checked', who: caller.logged, what: what.join(' and ') });
      return check;
    },
  );
  app.post(
    '/copies',
    {
      bodyLimit: MAX_COPY_BYTES,
      schema: {
        summary: 'Records where a published version was copied from, with the proof of what it was there.',
        body: CopyBodySchema,
        response: { 200: CopySchema },
      },
    },
    async (request) => {
      const { name, version, proof, actsFor } = request.body;
      const caller = getCaller(request);
      caller.require('publish', [name]);
      const store = storeFor(request, caller.actor(actsFor));
      const copy = await recordCopy(store, { by: caller.by(actsFor), name, version, proof });
      events.record(request, { event: 'copied', who: caller.logged, what: `${name} ${version}` });
      return copy;
    },
  );
}

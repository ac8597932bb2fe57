import { verifyStore } from '@portal/release/operations/verify-store';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import type { BackendOf } from '../backend/backend.ts';
import type { ConsoleLog } from '../console-event.ts';
import { sendPage } from '../pages/layout.ts';
import type { Session, SessionCheck } from '../sign-in/sessions.ts';
import { changedMessage, pruneList, maintenancePage } from './maintenance-page.ts';
import type { VerifyJob } from './verify-job.ts';

interface MaintenanceOptions {
  readonly getBackend: BackendOf;
  readonly sessionCheck: SessionCheck;
  readonly events: ConsoleLog;
  readonly verifyJob: VerifyJob;
  readonly now: () => number;
}

const PruneFormSchema = v.object({ versions: v.string() });

/** Checking the store, and removing old versions: first the list, then the removal of exactly what it names. */
export function maintenanceRoutes(
  app: FastifyInstance,
  { getBackend, sessionCheck, events, verifyJob, now }: MaintenanceOptions,
): void {
  const prune = (viewer: Session, dryRun: boolean) =>
    getBackend(viewer).writer.prune({ by: viewer.email, now: new Date(now()), dryRun });
  app.get('/maintenance', (request, reply) => {
    const viewer = sessionCheck.requireSession(request);
    return sendPage(reply, maintenancePage({ viewer, verify: verifyJob.state }));
  });
  app.post('/verify', (request, reply) => {
    const viewer = sessionCheck.requireForm(request);
    const { store } = getBackend(viewer);
    const isStarted = verifyJob.start(viewer.email, () => verifyStore(store));
    if (isStarted) events.record(request, { event: 'verified', who: viewer.subject });
    return reply.redirect('/maintenance', 303);
  });
  app.post('/prune/preview', async (request, reply) => {
    const viewer = sessionCheck.requireForm(request);
    const result = await prune(viewer, true);
    return sendPage(reply, maintenancePage({ viewer, verify: verifyJob.state, prune: result }));
  });
  app.post('/prune', async (request, reply) => {
    const viewer = sessionCheck.requireForm(request);
    const form = v.safeParse(PruneFormSchema, request.body);
    const planned = await prune(viewer, true);
    const verify = verifyJob.state;
    if (!form.success || form.output.versions !== pruneList(planned))
      return sendPage(reply.code(409), maintenancePage({ viewer, verify, prune: planned, message: changedMessage() }));
    const result = await prune(viewer, false);
    events.record(request, { event: 'pruned', who: viewer.subject, what: pruneList(result) });
    return sendPage(reply, maintenancePage({ viewer, verify, prune: result }));
  });
}

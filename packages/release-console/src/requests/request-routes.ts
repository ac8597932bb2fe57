import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Html } from '@portal/node-kit/html';
import { ReleaseConflictError } from '@portal/release/errors';
import { RefusedError } from '@portal/release/refusal';
import { applyRequest } from '@portal/release/operations/apply-request';
import { previewRequest } from '@portal/release/operations/preview-request';
import type { Store } from '@portal/release/store';
import type { ConsoleEvent, ConsoleLog } from '../console-event.ts';
import type { CountsResult } from '../counts/counts.ts';
import type { Viewer } from '../pages/layout.ts';
import { sendPage } from '../pages/layout.ts';
import type { SessionGuard, Session } from '../sign-in/sessions.ts';
import { canaryFigures } from './canary-figures.ts';
import { confirmPage } from './confirm-page.ts';
import { overtakenMessage, warningMessage } from './messages.ts';
import type { FormFields } from './read-request.ts';
import { InvalidFormError, readFields, requestOf } from './read-request.ts';
import type { OpenForm } from './request-form.ts';

/** What the board shows besides the parts: the outcome of a request, or a form. */
export interface BoardView {
  readonly viewer: Viewer;
  readonly message?: Html | undefined;
  readonly form?: OpenForm | undefined;
}

export interface RequestRouteOptions {
  readonly store: Store;
  readonly guard: SessionGuard;
  readonly events: ConsoleLog;
  readonly readFigures: () => Promise<CountsResult>;
  /** Answers with the current board. */
  readonly sendBoard: (reply: FastifyReply, view: BoardView) => Promise<FastifyReply>;
}

/** Handles a valid form: shows the confirmation or creates the release. */
type FormHandler = (
  options: RequestRouteOptions,
  reply: FastifyReply,
  viewer: Session,
  fields: FormFields,
) => Promise<FastifyReply>;

/** Shows what a request would change. Writes nothing. */
const confirm: FormHandler = async ({ store, readFigures }, reply, viewer, fields) => {
  const preview = await previewRequest(store, requestOf(fields, viewer.email));
  const figures = canaryFigures(fields.part, preview.from, await readFigures());
  const status = preview.refusals.length > 0 ? 422 : 200;
  return sendPage(reply.code(status), confirmPage({ viewer, fields, preview, figures }));
};

/** A request in the log: "canary mfe-hubs 1.1.0 5 %". */
function wordsOf({ action, part, version, percent, urgent }: FormFields): string {
  const share = action === 'canary' ? ` ${percent} %` : '';
  return `${action} ${part} ${action === 'end-canary' ? '' : version}${share}${urgent ? ' urgent' : ''}`.trimEnd();
}

const release: FormHandler = async (options, reply, viewer, fields) => {
  const done = { who: viewer.email, what: wordsOf(fields) };
  const record = (event: ConsoleEvent) => options.events.record(reply.request, event);
  try {
    const result = await applyRequest(options.store, requestOf(fields, viewer.email));
    const event = result.outcome === 'released' ? 'released' : 'unchanged';
    record({ ...done, event, release: result.release?.number });
    if (result.warnings.length > 0) return await options.sendBoard(reply, { viewer, message: warningMessage(result) });
    const outcome = result.outcome === 'released' ? 'done' : 'unchanged';
    return await reply.redirect(`/?${outcome}=${String(result.release?.number)}`, 303);
  } catch (error) {
    if (error instanceof RefusedError) {
      const why = error.refusals.map(({ rule }) => rule).join(', ');
      record({ ...done, event: 'release-refused', why });
      return confirm(options, reply, viewer, fields);
    }
    if (error instanceof ReleaseConflictError)
      record({ ...done, event: 'release-refused', why: 'another release meanwhile', release: error.live?.number });
    throw error;
  }
};

/** An invalid form, or a release created meanwhile, leads back to the board. */
async function handleForm(
  options: RequestRouteOptions,
  handler: FormHandler,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const viewer = options.guard.requireForm(request);
  try {
    return await handler(options, reply, viewer, readFields(request.body));
  } catch (error) {
    if (error instanceof InvalidFormError) return options.sendBoard(reply.code(422), { viewer, form: error });
    if (!(error instanceof ReleaseConflictError)) throw error;
    const message = overtakenMessage({ live: error.live, changes: error.changes, viewer });
    return options.sendBoard(reply.code(409), { viewer, message });
  }
}

/** The two steps of a request: the confirmation, then the release. */
export function requestRoutes(app: FastifyInstance, options: RequestRouteOptions): void {
  app.post('/confirm', (request, reply) => handleForm(options, confirm, request, reply));
  app.post('/releases', (request, reply) => handleForm(options, release, request, reply));
}

import type { Html } from '@portal/node-kit/html';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { RefusedError, ReleaseConflictError } from '@portal/release/errors';
import { applyRequest } from '@portal/release/operations/apply-request';
import { previewRequest } from '@portal/release/operations/preview-request';
import type { ReleaseRequest } from '@portal/release/operations/release-request';
import type { Store } from '@portal/release/store';
import type { Viewer } from '../pages/layout.ts';
import type { Gate } from '../sign-in/sessions.ts';
import { confirmPage } from './confirm-page.ts';
import { overtakenNotice, warningNotice } from './notices.ts';
import { InvalidFormError, readRequest } from './read-request.ts';
import type { OpenForm } from './request-form.ts';

/** What a board shows beside what is live. */
export interface BoardView {
  readonly viewer: Viewer;
  readonly notice?: Html | undefined;
  readonly form?: OpenForm | undefined;
}

export interface RequestRouteOptions {
  readonly store: Store;
  readonly gate: Gate;
  /** Answers the board as it is now. */
  readonly sendBoard: (reply: FastifyReply, view: BoardView) => Promise<FastifyReply>;
}

/** What answers a request: the confirmation, or the change. */
type Step = (
  options: RequestRouteOptions,
  reply: FastifyReply,
  request: ReleaseRequest,
  viewer: Viewer,
) => Promise<FastifyReply>;

/** Shows exactly what a request would change. Nothing is written. */
const confirm: Step = async ({ store }, reply, request, viewer) => {
  const preview = await previewRequest(store, request);
  return reply
    .code(preview.refusals.length > 0 ? 422 : 200)
    .type('text/html; charset=utf-8')
    .send(confirmPage({ viewer, request, preview }));
};

const release: Step = async (options, reply, request, viewer) => {
  try {
    const result = await applyRequest(options.store, request);
    if (result.warnings.length > 0) return await options.sendBoard(reply, { viewer, notice: warningNotice(result) });
    const outcome = result.outcome === 'released' ? 'done' : 'unchanged';
    return await reply.redirect(`/?${outcome}=${String(result.release?.number)}`, 303);
  } catch (error) {
    if (error instanceof RefusedError) return confirm(options, reply, request, viewer);
    throw error;
  }
};

/** Reads a request from a form and answers it; a form to correct or a newer release leads back to the board. */
async function answer(
  options: RequestRouteOptions,
  step: Step,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { manager, csrfToken } = options.gate.enterWithForm(request);
  const viewer = { email: manager.email, csrfToken };
  try {
    return await step(options, reply, readRequest(request.body, manager.email), viewer);
  } catch (error) {
    if (error instanceof InvalidFormError) return options.sendBoard(reply.code(422), { viewer, form: error });
    if (!(error instanceof ReleaseConflictError)) throw error;
    const notice = overtakenNotice({ live: error.live, changes: error.changes, viewer });
    return options.sendBoard(reply.code(409), { viewer, notice });
  }
}

/** The two steps of a request: what exactly it would change, then the change. */
export function requestRoutes(app: FastifyInstance, options: RequestRouteOptions): void {
  app.post('/confirm', (request, reply) => answer(options, confirm, request, reply));
  app.post('/releases', (request, reply) => answer(options, release, request, reply));
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { RefusedError, ReleaseConflictError } from '@portal/release/errors';
import { applyRequest } from '@portal/release/operations/apply-request';
import { previewRequest } from '@portal/release/operations/preview-request';
import type { ReleaseRequest } from '@portal/release/operations/release-request';
import type { BoardParts } from '../board-routes.ts';
import { sendBoard } from '../board-routes.ts';
import { confirmPage } from '../pages/confirm.ts';
import type { Viewer } from '../pages/layout.ts';
import { overtakenNotice, warningNotice } from '../pages/notice.ts';
import { InvalidFormError, readRequest } from './request-form.ts';

/** What answers a request: the confirmation, or the change. */
type Step = (parts: BoardParts, reply: FastifyReply, request: ReleaseRequest, viewer: Viewer) => Promise<FastifyReply>;

/** Shows exactly what a request would change. Nothing is written. */
const confirm: Step = async ({ store }, reply, request, viewer) => {
  const preview = await previewRequest(store, request);
  return reply
    .code(preview.refusals.length > 0 ? 422 : 200)
    .type('text/html; charset=utf-8')
    .send(confirmPage({ viewer, request, preview }));
};

const release: Step = async (parts, reply, request, viewer) => {
  try {
    const result = await applyRequest(parts.store, request);
    if (result.warnings.length > 0) return await sendBoard(parts, reply, { viewer, notice: warningNotice(result) });
    const outcome = result.outcome === 'released' ? 'done' : 'unchanged';
    return await reply.redirect(`/?${outcome}=${String(result.release?.number)}`, 303);
  } catch (error) {
    if (error instanceof RefusedError) return confirm(parts, reply, request, viewer);
    throw error;
  }
};

/** Reads a request from a form and answers it; a form to correct or a newer release leads back to the board. */
async function answer(
  parts: BoardParts,
  step: Step,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { manager, csrfToken } = parts.gate.enterWithForm(request);
  const viewer = { email: manager.email, csrfToken };
  try {
    return await step(parts, reply, readRequest(request.body, manager.email), viewer);
  } catch (error) {
    if (error instanceof InvalidFormError) return sendBoard(parts, reply.code(422), { viewer, form: error });
    if (!(error instanceof ReleaseConflictError)) throw error;
    const notice = overtakenNotice({ live: error.live, changes: error.changes, viewer });
    return sendBoard(parts, reply.code(409), { viewer, notice });
  }
}

/** The two steps of a request: what exactly it would change, then the change. */
export function requestRoutes(app: FastifyInstance, parts: BoardParts): void {
  app.post('/confirm', (request, reply) => answer(parts, confirm, request, reply));
  app.post('/releases', (request, reply) => answer(parts, release, request, reply));
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { RefusedError, ReleaseConflictError } from '@portal/release/errors';
import { previewChange } from '@portal/release/operations/preview-change';
import type { BoardParts } from '../board-routes.ts';
import { sendBoard } from '../board-routes.ts';
import { confirmPage } from '../pages/confirm.ts';
import type { Viewer } from '../pages/layout.ts';
import { overtakenNotice, warningNotice } from '../pages/notice.ts';
import { applyRequest } from './apply-request.ts';
import { readForm } from './request-form.ts';
import type { Fields, FormRequest } from './request-form.ts';

interface Asked {
  readonly viewer: Viewer;
  readonly fields: Fields;
  readonly wanted: FormRequest;
}

/** What a form asks for; undefined when it had to be shown again. */
async function readReleaseRequest(
  parts: BoardParts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Asked | undefined> {
  const { manager, csrfToken } = parts.gate.enterWithForm(request);
  const viewer = { email: manager.email, csrfToken };
  const form = readForm(request.body);
  if (form.wanted) return { viewer, fields: form.fields, wanted: form.wanted };
  await sendBoard(parts, reply.code(422), { viewer, form: { fields: form.fields, errors: form.errors } });
  return undefined;
}

async function sendConfirmation({ store }: BoardParts, reply: FastifyReply, asked: Asked): Promise<FastifyReply> {
  const preview = await previewChange(store, asked.wanted.intent);
  const status = preview.refusals.length > 0 ? 422 : 200;
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .send(confirmPage({ ...asked, preview }));
}

/** Shows exactly what a request would change. Nothing is written. */
async function confirm(parts: BoardParts, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const asked = await readReleaseRequest(parts, request, reply);
  if (!asked) return reply;
  const live = await parts.store.latestRelease();
  const { viewer, wanted } = asked;
  if ((live?.number ?? 0) === wanted.expect) return sendConfirmation(parts, reply, asked);
  const notice = overtakenNotice({ live, changes: undefined, viewer });
  return sendBoard(parts, reply.code(409), { viewer, notice });
}

async function release(parts: BoardParts, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const asked = await readReleaseRequest(parts, request, reply);
  if (!asked) return reply;
  const { viewer, wanted } = asked;
  try {
    const result = await applyRequest(parts.store, wanted, viewer.email);
    if (result.warnings.length > 0) return await sendBoard(parts, reply, { viewer, notice: warningNotice(result) });
    const outcome = result.outcome === 'released' ? 'done' : 'unchanged';
    return await reply.redirect(`/?${outcome}=${String(result.release.number)}`, 303);
  } catch (error) {
    if (error instanceof RefusedError) return sendConfirmation(parts, reply, asked);
    if (!(error instanceof ReleaseConflictError)) throw error;
    const notice = overtakenNotice({ live: error.live, changes: error.changes, viewer });
    return sendBoard(parts, reply.code(409), { viewer, notice });
  }
}

/** The two steps of a request: what exactly it would change, then the change. */
export function requestRoutes(app: FastifyInstance, parts: BoardParts): void {
  app.post('/confirm', (request, reply) => confirm(parts, request, reply));
  app.post('/releases', (request, reply) => release(parts, request, reply));
}

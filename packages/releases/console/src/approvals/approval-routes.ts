import { id } from '@portal/release/format/fields';
import { RefusedError } from '@portal/release/refusal';
import type { FastifyInstance, FastifyReply } from 'fastify';
import * as v from 'valibot';
import type { BackendOf } from '../backend/backend.ts';
import type { ConsoleLog } from '../console-event.ts';
import { PageRefusal } from '../pages/layout.ts';
import { answeredMessage, refusalMessage } from '../requests/messages.ts';
import type { BoardView } from '../requests/request-routes.ts';
import type { SessionCheck } from '../sign-in/sessions.ts';

interface ApprovalRouteOptions {
  readonly getBackend: BackendOf;
  readonly sessionCheck: SessionCheck;
  readonly events: ConsoleLog;
  readonly sendBoard: (reply: FastifyReply, view: BoardView) => Promise<FastifyReply>;
}

const AnswerSchema = v.object({ answer: v.picklist(['yes', 'no']) });

/** The second person's answers, while there is a release service. */
export function approvalRoutes(
  app: FastifyInstance,
  { getBackend, sessionCheck, events, sendBoard }: ApprovalRouteOptions,
): void {
  app.post('/approvals/:id', async (request, reply) => {
    const viewer = sessionCheck.requireForm(request);
    const { service } = getBackend(viewer);
    const asked = v.safeParse(v.object({ id }), request.params);
    const form = v.safeParse(AnswerSchema, request.body);
    if (!service || !asked.success || !form.success)
      throw new PageRefusal(400, 'There is no such request', 'Nothing was changed.');
    const { answer } = form.output;
    const what = `${answer} to ${asked.output.id}`;
    try {
      await service.answer(asked.output.id, answer);
      events.record(request, { event: 'answered', who: viewer.subject, what });
      return await sendBoard(reply, { viewer, message: answeredMessage(answer) });
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      const why = error.refusals.map(({ rule }) => rule).join(', ');
      events.record(request, { event: 'release-refused', who: viewer.subject, what, why });
      return sendBoard(reply.code(422), { viewer, message: refusalMessage(error.refusals) });
    }
  });
}

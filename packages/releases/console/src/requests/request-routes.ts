import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Html } from '@portal/node-kit/html';
import { ReleaseConflictError } from '@portal/release/errors';
import { RefusedError } from '@portal/release/refusal';
import type { ChangeResult } from '@portal/release/operations/apply-request';
import { aheadWarnings } from '@portal/release/operations/served-release';
import { readStatus } from '@portal/release/operations/read-status';
import { ApprovalPendingError } from '@portal/release/operations/approval-pending';
import type { BackendOf } from '../backend/backend.ts';
import type { ConsoleEvent, ConsoleLog } from '../console-event.ts';
import { canarySentences } from '../figures/canary-comparison.ts';
import { sendPage } from '../pages/layout.ts';
import { NotSignedInError } from '../sign-in/sessions.ts';
import type { SessionCheck, Session } from '../sign-in/sessions.ts';
import { confirmPage } from './confirm-page.ts';
import { previewRequest } from './preview-request.ts';
import { savedFormMessage, overtakenMessage, approvalPendingMessage, warningMessage } from './messages.ts';
import type { FieldErrors, FormFields, PromoteSeveralFields } from './read-request.ts';
import { SAVED_FORM_PATH } from './saved-form.ts';
import type { SavedForms } from './saved-form.ts';
import { listParts, formatWords } from './form-entries.ts';
import { InvalidFormError, readFields, getRequest, PROMOTE_SEVERAL } from './read-request.ts';
import type { OpenForm } from './request-form.ts';
import { promoteSeveralPage } from './promote-several-page.ts';

/** What the board shows besides the parts: the outcome of a request, or a form. */
export interface BoardView {
  readonly viewer: Session;
  readonly message?: Html | undefined;
  readonly form?: OpenForm | undefined;
}

interface RequestRouteOptions {
  readonly getBackend: BackendOf;
  readonly sessionCheck: SessionCheck;
  readonly events: ConsoleLog;
  readonly savedForms: SavedForms;
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
const confirm: FormHandler = async ({ getBackend }, reply, viewer, fields) => {
  const backend = getBackend(viewer);
  const preview = await previewRequest(backend, getRequest(fields, viewer.email));
  const watched = await backend.watch();
  const figures = listParts(fields).flatMap((name) => canarySentences(name, watched));
  const [refusal] = preview.refusals;
  const status = refusal ? (refusal.rule === 'not-allowed' ? 403 : 422) : 200;
  const warnings = aheadWarnings(watched.servers, watched.newest);
  return sendPage(reply.code(status), confirmPage({ viewer, fields, preview, figures, warnings }));
};

/** For the message after the redirect: how many web servers serve the release, and after how many milliseconds. */
function servedQuery(served: ChangeResult['served']): string {
  return served === null ? '' : `&servers=${String(served.serving)}&after=${String(Math.round(served.seconds * 1000))}`;
}

const release: FormHandler = async (options, reply, viewer, fields) => {
  const done = { who: viewer.subject, what: formatWords(fields) };
  const record = (event: ConsoleEvent) => options.events.record(reply.request, event);
  try {
    const result = await options.getBackend(viewer).writer.apply(getRequest(fields, viewer.email));
    record({ ...done, event: result.outcome, release: result.release?.number });
    if (result.warnings.length > 0) return await options.sendBoard(reply, { viewer, message: warningMessage(result) });
    if (result.outcome === 'yanked' && fields.action === 'yank')
      return await reply.redirect(`/?yanked=${fields.part}@${encodeURIComponent(fields.version)}`, 303);
    const outcome = result.outcome === 'released' ? 'done' : 'unchanged';
    return await reply.redirect(`/?${outcome}=${String(result.release?.number)}${servedQuery(result.served)}`, 303);
  } catch (error) {
    if (error instanceof RefusedError) {
      const why = error.refusals.map(({ rule }) => rule).join(', ');
      record({ ...done, event: 'release-refused', why });
      return confirm(options, reply, viewer, fields);
    }
    if (error instanceof ApprovalPendingError) {
      record({ ...done, event: 'approval-asked', what: `${done.what} (${error.approval.id})` });
      return options.sendBoard(reply.code(202), { viewer, message: approvalPendingMessage(error.approval.until) });
    }
    if (error instanceof ReleaseConflictError)
      record({ ...done, event: 'release-refused', why: 'another release meanwhile', release: error.live?.number });
    throw error;
  }
};

interface ShownForm {
  readonly viewer: Session;
  readonly fields: FormFields | Pick<PromoteSeveralFields, 'action'>;
  readonly errors: FieldErrors;
  readonly message?: Html | undefined;
}

/**
 * Answers with a form as it was typed: one of a part is on the board, the one for several parts is a page of its own.
 */
async function sendForm(
  { getBackend, sendBoard }: RequestRouteOptions,
  reply: FastifyReply,
  { viewer, fields, errors, message }: ShownForm,
): Promise<FastifyReply> {
  if (fields.action !== PROMOTE_SEVERAL) return sendBoard(reply, { viewer, form: { fields, errors }, message });
  const { store } = getBackend(viewer);
  const status = await readStatus(store);
  return sendPage(reply, promoteSeveralPage({ viewer, status, form: { fields, errors }, message }));
}

/**
 * The answer of the session check to a form; a form that came after the end of its sign-in is saved in its browser.
 * @throws {NotSignedInError | PageRefusal}
 */
async function requireForm(
  { sessionCheck, savedForms }: RequestRouteOptions,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Session> {
  try {
    return sessionCheck.requireForm(request);
  } catch (error) {
    throw error instanceof NotSignedInError ? await savedForms.keep(request, reply, error) : error;
  }
}

/** An invalid form is shown again; a release created meanwhile leads back to the board. */
async function handleForm(
  options: RequestRouteOptions,
  handler: FormHandler,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const viewer = await requireForm(options, request, reply);
  options.savedForms.drop(request, reply);
  try {
    return await handler(options, reply, viewer, readFields(request.body));
  } catch (error) {
    if (error instanceof InvalidFormError)
      return sendForm(options, reply.code(422), { viewer, fields: error.fields, errors: error.errors });
    if (!(error instanceof ReleaseConflictError)) throw error;
    const message = overtakenMessage({ live: error.live, changes: error.changes, viewer });
    return options.sendBoard(reply.code(409), { viewer, message });
  }
}

/** The form for several parts, saved forms, and the two steps of a request: the confirmation, then the release. */
export function requestRoutes(app: FastifyInstance, options: RequestRouteOptions): void {
  const { getBackend, sessionCheck, savedForms } = options;
  app.get('/promote-several', (request, reply) =>
    sendForm(options, reply, {
      viewer: sessionCheck.requireSession(request),
      fields: { action: PROMOTE_SEVERAL },
      errors: {},
    }),
  );
  app.get(SAVED_FORM_PATH, async (request, reply) => {
    const viewer = sessionCheck.requireSession(request);
    const fields = await savedForms.find(request, viewer.email);
    if (!fields) return reply.redirect('/', 303);
    const live = (await getBackend(viewer).store.latestRelease())?.number ?? 0;
    return sendForm(options, reply, { viewer, fields, errors: {}, message: savedFormMessage(fields.base, live) });
  });
  app.post('/confirm', (request, reply) => handleForm(options, confirm, request, reply));
  app.post('/releases', (request, reply) => handleForm(options, release, request, reply));
}

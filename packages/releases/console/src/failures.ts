import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { getErrorMessage } from '@portal/node-kit/plain-error';
import { maskPath } from '@portal/node-kit/mask-secrets';
import type { ServerLog } from '@portal/node-kit/server-log';
import { StoreError } from '@portal/release/errors';
import { LogError } from '@portal/release/release-log/log-error';
import { RefusedError } from '@portal/release/refusal';
import { ServiceError } from '@portal/release/service-api/service-error';
import type { ConsoleLog } from './console-event.ts';
import { messagePage, PageRefusal, sendPage } from './pages/layout.ts';
import type { MessagePage } from './pages/layout.ts';
import { FormSavedError, SAVED_FORM_PATH } from './requests/saved-form.ts';
import { IdentityError } from './sign-in/identity.ts';
import { NotSignedInError } from './sign-in/sessions.ts';

const BOARD_LINK = { href: '/', label: 'To the board' };

function signInPage({ method, url }: FastifyRequest): MessagePage {
  const to = method === 'GET' && url !== '/' ? `?to=${encodeURIComponent(url)}` : '';
  const isForm = method !== 'GET' && method !== 'HEAD';
  return {
    title: isForm ? 'Your sign-in has ended' : 'Sign in to release',
    text: isForm
      ? 'Nothing was changed. Sign in again, look at the board and decide again.'
      : 'For release managers: see what is live and for which share of the visitors, promote versions and roll parts back.',
    link: { href: `/sign-in${to}`, label: 'Sign in' },
  };
}

const SAVED_FORM_PAGE: MessagePage = {
  title: 'Your sign-in has ended',
  text: 'Nothing was changed. Sign in again within half an hour, and your form is shown again as you filled it in.',
  link: { href: `/sign-in?to=${encodeURIComponent(SAVED_FORM_PATH)}`, label: 'Sign in' },
};

/** The release service does not accept the token of the session any more. */
const isSignedOut = (error: unknown) => error instanceof RefusedError && error.rule === 'not-signed-in';

/** Status and page for an error. */
function failurePage(error: unknown, request: FastifyRequest): readonly [number, MessagePage] {
  if (error instanceof FormSavedError) return [401, SAVED_FORM_PAGE];
  if (error instanceof NotSignedInError || isSignedOut(error)) return [401, signInPage(request)];
  if (error instanceof RefusedError) return [403, { title: 'Not allowed', text: error.message, link: BOARD_LINK }];
  if (error instanceof ServiceError)
    return [
      503,
      { title: 'The release service is away', text: error.message, link: { href: '/', label: 'Try again' } },
    ];
  if (error instanceof PageRefusal)
    return [error.status, { title: error.title, text: error.message, link: BOARD_LINK }];
  if (error instanceof IdentityError) {
    const text =
      'The identity provider does not answer correctly. The command line works without it: npm run release -- status';
    return [502, { title: 'Sign-in is unavailable', text, link: { href: '/', label: 'Try again' } }];
  }
  if (error instanceof StoreError || error instanceof LogError)
    return [503, { title: 'The store cannot be read', text: error.message, link: { href: '/', label: 'Try again' } }];
  const status = typeof error === 'object' && error !== null && 'statusCode' in error ? Number(error.statusCode) : 500;
  return status >= 400 && status < 500
    ? [status, { title: 'Invalid request', text: 'Nothing was changed.', link: BOARD_LINK }]
    : [
        500,
        {
          title: 'This did not work',
          text: 'The error was logged. Check what is live before you try again.',
          link: BOARD_LINK,
        },
      ];
}

/** Whether an error is a refusal to be recorded. Opening a page without a session is none. */
function isRefusal(error: unknown, { method }: FastifyRequest): boolean {
  return error instanceof PageRefusal || (error instanceof NotSignedInError && method === 'POST');
}

const send = (reply: FastifyReply, status: number, page: MessagePage) =>
  sendPage(reply.code(status), messagePage(page));

type AnswerFailure = (error: unknown, request: FastifyRequest, reply: FastifyReply) => FastifyReply;

/** Answers errors with a message page. */
export function failureAnswers(log: ServerLog, events: ConsoleLog): AnswerFailure {
  return (error, request, reply) => {
    const [status, page] = failurePage(error, request);
    const what = `${request.method} ${maskPath(request.url)}`;
    if (status >= 500) logFailure(log, what, error);
    if (isRefusal(error, request)) events.record(request, { event: 'request-refused', what, why: page.title });
    return send(reply, status, page);
  };
}

/** Answers errors and unknown addresses. */
export function handleFailures(app: FastifyInstance, answer: AnswerFailure): void {
  app.setErrorHandler(answer);
  app.setNotFoundHandler((_request, reply) =>
    send(reply, 404, {
      title: 'There is no such page',
      text: 'Open the board instead.',
      link: BOARD_LINK,
    }),
  );
}

/** What the page explains is no failure of the console. */
function logFailure(log: ServerLog, what: string, error: unknown): void {
  const isExpected = [IdentityError, StoreError, LogError, ServiceError].some((kind) => error instanceof kind);
  if (isExpected) log.warn(`${what}: ${getErrorMessage(error)}`, {}, error);
  else log.error(`${what} failed`, error);
}

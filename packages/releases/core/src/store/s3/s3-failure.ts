import { hasCode } from '@portal/node-kit/error-code';
import { getErrorMessage } from '@portal/node-kit/plain-error';
import { readXml } from './xml.ts';

/** What to do, by the code of S3's error document; for all others the driver knows a remedy. */
const REMEDIES: Readonly<Record<string, string>> = {
  AccessDenied: 'Allow it for this access key: docs/store.md lists what a store needs.',
  NoSuchBucket: "Make the bucket, or correct the store's address.",
  InvalidAccessKeyId: 'Check AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.',
  SignatureDoesNotMatch: 'Check AWS_SECRET_ACCESS_KEY, and that no proxy changes requests.',
  ExpiredToken: 'Get new credentials: these have ended (AWS_SESSION_TOKEN).',
  InvalidToken: 'Check AWS_SESSION_TOKEN.',
  RequestTimeTooSkewed: "Set this machine's clock, then repeat the command.",
  QuotaExceeded: "Free space or raise the bucket's quota, then repeat the command.",
  SlowDown: 'The server is busy: wait a minute, then repeat the command.',
  ServiceUnavailable: 'The server is busy: wait a minute, then repeat the command.',
  NotImplemented: 'Use a server that creates objects with "If-None-Match: *".',
  PermanentRedirect: 'Check S3_ENDPOINT and AWS_REGION: the bucket is elsewhere.',
  AuthorizationHeaderMalformed: 'Check S3_ENDPOINT and AWS_REGION: the bucket is elsewhere.',
};
const CHECK_NETWORK = 'Check S3_ENDPOINT, the server and the network.';

/** The server has refused the request before it did anything, and may accept it later. */
const NOT_YET = new Set(['SlowDown', 'ServiceUnavailable', 'RequestTimeout']);
/** No connection was made, so that the server knows nothing of the request. */
const NOT_CONNECTED = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'UND_ERR_CONNECT_TIMEOUT'];

interface FailureDetails {
  /** S3's code; undefined if the server gave no error document. */
  readonly code?: string | undefined;
  /** Another try may succeed. */
  readonly isTemporary: boolean;
  /** The server may have done what it was asked, or may still do it. */
  readonly mayBeDone: boolean;
  /** Undefined if it depends on what was tried. */
  readonly remedy: string | undefined;
}

/** A request that S3 did not answer, or did not carry out. */
export class S3Failure extends Error {
  readonly details: FailureDetails;

  constructor(message: string, details: FailureDetails, cause?: unknown) {
    super(message, { cause });
    this.name = 'S3Failure';
    this.details = details;
  }
}

/** The code in an error document; undefined in anything else. */
export const findCode = (body: Uint8Array): string | undefined =>
  readXml(new TextDecoder().decode(body))?.get('Error/Code')?.[0];

/** The failure that an answer other than a success tells. */
export function getFailure(status: number, body: Uint8Array): S3Failure {
  const code = findCode(body);
  const isNotYet = code !== undefined && NOT_YET.has(code);
  const isUnclear = status >= 500 || status === 409 || status === 408;
  return new S3Failure(`the server answered ${[String(status), code].filter(Boolean).join(' ')}`, {
    code,
    isTemporary: isNotYet || (isUnclear && status !== 501) || status === 429,
    mayBeDone: isUnclear && !isNotYet && status !== 501,
    remedy: REMEDIES[code ?? ''] ?? (status >= 500 ? CHECK_NETWORK : undefined),
  });
}

/** An error and its causes, without a check of their class, because tests run in a realm with another `Error`. */
function* causes(error: unknown): Generator<object> {
  for (let each = error; typeof each === 'object' && each !== null; each = 'cause' in each ? each.cause : undefined)
    yield each;
}

/** The failure of a request without a whole answer. */
export function noAnswer(error: unknown): S3Failure {
  const all = [...causes(error)];
  const isNotConnected = all.some((each) => hasCode(each, ...NOT_CONNECTED));
  const reasons = all.flatMap((each) => ('message' in each ? [String(each.message)] : []));
  const reason = reasons.findLast((text) => text !== '') ?? String(error);
  return new S3Failure(
    isNotConnected ? `the server cannot be reached (${reason})` : `the server gave no whole answer (${reason})`,
    { isTemporary: true, mayBeDone: !isNotConnected, remedy: CHECK_NETWORK },
    error,
  );
}

/** The failure to find credentials: nothing was sent. */
export function noCredentials(error: unknown): S3Failure {
  return new S3Failure(
    `there are no credentials (${getErrorMessage(error)})`,
    {
      isTemporary: false,
      mayBeDone: false,
      remedy: 'Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or use a role (docs/store.md).',
    },
    error,
  );
}

/** The failure of a whole answer whose content is wrong. */
export function brokenAnswer(what: string): S3Failure {
  return new S3Failure(what, { isTemporary: true, mayBeDone: true, remedy: CHECK_NETWORK });
}

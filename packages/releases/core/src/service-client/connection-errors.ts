import { hasCode } from '@portal/node-kit/error-code';
import * as v from 'valibot';
import { ServiceError } from '../service-api/service-error.ts';

/** Why a connection could not even be made, so that the service has not seen the request. */
const NOT_CONNECTED = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
];

/** What lies below an error. Does not check its class, because tests run in a realm with another `Error`. */
function getCause(error: unknown): unknown {
  const hasCause = typeof error === 'object' && error !== null && 'cause' in error && error.cause !== undefined;
  return hasCause ? getCause(error.cause) : error;
}

const TextSchema = v.object({ name: v.string(), message: v.string() });
const isTimeout = (error: unknown) => v.is(TextSchema, error) && error.name === 'TimeoutError';

/** Whether a connection broke, which a second request may not meet. */
export function isBroken(error: unknown): boolean {
  return !isTimeout(error) && !NOT_CONNECTED.some((code) => hasCode(getCause(error), code));
}

/** What to say when a request got no answer. `isChange`: it may have changed something. */
export function connectionError(service: string, isChange: boolean, error: unknown): ServiceError {
  const cause = getCause(error);
  const isConnected = !NOT_CONNECTED.some((code) => hasCode(cause, code));
  const reason = isTimeout(error) ? 'it takes too long' : v.is(TextSchema, cause) ? cause.message : String(cause);
  const remedy =
    isChange && isConnected
      ? 'The change may have been made: look before you repeat it ("npm run release -- status").'
      : 'Nothing was changed. Check address and network, then try again; in need, somebody with the store can use --store.';
  return new ServiceError(`The release service at ${service} does not answer (${reason}). ${remedy}`, { cause: error });
}

/** What to say when somebody else answers, such as a proxy, or a service that is much newer or older. */
export function unexpectedAnswer(service: string, status: number, error?: unknown): ServiceError {
  const reason = error instanceof Error ? ` (${error.message.slice(0, 300)})` : '';
  return new ServiceError(
    `${service} answers ${String(status)}, and not as a release service of this version${reason}. Check the address and what is in between, or update this command.`,
    { cause: error },
  );
}

/** Clocks may differ so far, in milliseconds, before they are a reason to refuse a proof. */
const TOLERATED_SKEW_MS = 30_000;

/** What to do about a clock that is wrong; undefined if it is right. `date` is what the service says in its answer. */
export function clockRemedy(date: string | null, now: number): string | undefined {
  const skew = now - Date.parse(date ?? '');
  if (!(Math.abs(skew) > TOLERATED_SKEW_MS)) return undefined;
  const seconds = Math.round(Math.abs(skew) / 1000);
  const amount = seconds < 120 ? `${String(seconds)} seconds` : `${String(Math.round(seconds / 60))} minutes`;
  return `The clock of this machine is ${amount} ${skew > 0 ? 'ahead of' : 'behind'} the service's, so no proof is valid: set it, then repeat the command.`;
}

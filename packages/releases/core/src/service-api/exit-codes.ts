import { getErrorMessage, PlainError } from '@portal/node-kit/plain-error';
import { LogError } from '../release-log/log-error.ts';
import { DriverError } from '../format/driver.ts';
import { RefusedError } from '../policy/refusal.ts';
import { ServiceError } from './service-error.ts';
import { ReleaseConflictError, StoreError } from '../store/errors.ts';

/** Exit codes. Scripts rely on them, so they never change their meaning (docs/releasing.md). */
export const EXIT = {
  /** Done, or there was nothing to do. */
  done: 0,
  /** A bug in the command. */
  unexpected: 1,
  /** Invalid usage; nothing was done. */
  usage: 2,
  /** Refused by a rule; nothing was done. */
  refused: 3,
  /** Somebody else released meanwhile; nothing was done. */
  overtaken: 4,
  /** The store is damaged, full or unavailable, or the release service is away. */
  store: 5,
  /** Done, but something has to be checked: the message says what. */
  attention: 6,
  /** `judge`: the canary is clearly worse. */
  worse: 7,
  /** `judge`: it cannot be told yet; ask again later (EX_TEMPFAIL of sysexits.h). */
  inconclusive: 75,
} as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Invalid usage of the command; the message says what is valid. */
export class UsageError extends Error {}

function isStoreProblem(error: unknown): boolean {
  return [StoreError, DriverError, LogError, ServiceError].some((kind) => error instanceof kind);
}

/** The exit code for an error; only `unexpected` deserves a stack trace. */
export function toExitCode(error: unknown): ExitCode {
  if (error instanceof RefusedError) return EXIT.refused;
  if (error instanceof ReleaseConflictError) return EXIT.overtaken;
  if (isStoreProblem(error)) return EXIT.store;
  // A file of this machine that cannot be used: a key, or a sign-in.
  if (error instanceof UsageError || error instanceof PlainError) return EXIT.usage;
  return EXIT.unexpected;
}

/** An error in `--json` output, under `error`. */
export function errorDocument(error: unknown): object {
  const message = getErrorMessage(error);
  if (error instanceof RefusedError) return { kind: 'refused', message, refusals: error.refusals };
  if (error instanceof ReleaseConflictError)
    return {
      kind: 'overtaken',
      message,
      live: error.live
        ? { number: error.live.number, by: error.live.createdBy, reason: error.live.reason, at: error.live.createdAt }
        : null,
      changes: error.changes,
    };
  if (error instanceof StoreError) return { kind: 'store', message, key: error.key, state: error.kind };
  if (error instanceof LogError) return { kind: 'store', message, log: error.kind };
  if (isStoreProblem(error)) return { kind: 'store', message };
  return { kind: toExitCode(error) === EXIT.usage ? 'usage' : 'unexpected', message };
}

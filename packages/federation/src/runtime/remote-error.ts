/**
 * Why a remote is not there, as a customer meets it: it could not be fetched; its bytes are not those of the release; it took too
 * long; it was built for another shell; it threw.
 */
export const REMOTE_FAILURES = ['unreachable', 'tampered', 'timed-out', 'incompatible', 'crashed'] as const;
export type RemoteFailure = (typeof REMOTE_FAILURES)[number];

/** A remote that could not be loaded or shown. */
export class RemoteError extends Error {
  readonly failure: RemoteFailure;
  readonly remote: string;
  readonly version: string;

  constructor(failure: RemoteFailure, remote: string, version: string, message: string, options?: ErrorOptions) {
    super(`${remote} ${version}: ${message}`, options);
    this.name = 'RemoteError';
    this.failure = failure;
    this.remote = remote;
    this.version = version;
  }
}

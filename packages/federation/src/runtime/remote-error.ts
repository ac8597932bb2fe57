import type { RemoteFailure } from '@portal/contract/failure';

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

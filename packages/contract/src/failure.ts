/**
 * Why a part is not there, as a customer meets it: it could not be fetched; its bytes are not those of the release; it took too
 * long; it was built for another shell; it threw.
 */
export const REMOTE_FAILURES = ['unreachable', 'tampered', 'timed-out', 'incompatible', 'crashed'] as const;
export type RemoteFailure = (typeof REMOTE_FAILURES)[number];

import { missingChunk } from '@portal/contract/failure';
import { LateChunkError } from '@portal/contract/time-limit';
import { RemoteError } from '@portal/federation/runtime';

/** A page has not come in time. */
export class LatePage extends Error {}

/** Whether an error means that a file has not come, or had wrong bytes; not that code threw. */
export function isFileFailure(error: unknown): boolean {
  if (error instanceof RemoteError)
    return !error.unlisted && error.failure !== 'crashed' && error.failure !== 'incompatible';
  return error instanceof LatePage || error instanceof LateChunkError || missingChunk(error) !== undefined;
}

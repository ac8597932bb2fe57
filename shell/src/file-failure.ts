import { missingChunk } from '@portal/contract/failure';
import { LateChunkError } from '@portal/contract/time-limit';
import { RemoteError } from '@portal/federation/runtime';

/** Whether an error means that a file has not come, or had wrong bytes; not that code threw. */
export function isFileFailure(error: unknown): boolean {
  if (error instanceof RemoteError)
    return !error.unlisted && error.failure !== 'crashed' && error.failure !== 'incompatible';
  return error instanceof LateChunkError || missingChunk(error) !== undefined;
}

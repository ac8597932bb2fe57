import { CHUNK_LIMIT_MS, inTime } from '@portal/contract/time-limit';

/** What `load` brings, within the time that a chunk may take. @throws {Error} naming `what` when it has not come by then. */
export function chunkInTime<Value>(what: string, load: Promise<Value>): Promise<Value> {
  return inTime(CHUNK_LIMIT_MS, load, () => new Error(`${what}: no answer within ${CHUNK_LIMIT_MS} ms`));
}

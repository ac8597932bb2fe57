import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { Refusal } from '../../refusal.ts';

/** How long a sender may pause, in milliseconds. */
const IDLE_MS = 15_000;

/** A piece of a file, as a request brings it. */
export interface Piece {
  readonly body: Readable;
  /** How many bytes the request announced; the server does not let more of them through. */
  readonly length: number;
  /** Called once all of it has come; the piece is kept unless it throws. */
  readonly accept?: () => Promise<unknown>;
}

/** The chunks of a body. If they are not read to the end, the connection stays open for the answer. */
function chunksOf(body: Readable): AsyncIterable<Uint8Array> {
  return body.iterator({ destroyOnReturn: false });
}

/** Appends a piece without its first `skip` bytes to a file, all of it or nothing. @throws {Refusal} if the piece does not come. */
export async function appendPiece(
  path: string,
  { body, length, accept }: Piece,
  skip: number,
  idleMs = IDLE_MS,
): Promise<void> {
  const file = await open(path, 'a');
  try {
    const { size } = await file.stat();
    const idle = setTimeout(() => body.destroy(new Error('The sender paused for too long.')), idleMs);
    try {
      let come = 0;
      for await (const chunk of chunksOf(body)) {
        idle.refresh();
        await file.appendFile(chunk.subarray(Math.min(chunk.length, Math.max(0, skip - come))));
        come += chunk.length;
      }
      if (come !== length) throw new Refusal(400, 'wrong_piece');
      await accept?.();
    } catch (cause) {
      await file.truncate(size);
      throw body.errored ? new Refusal(400, 'wrong_piece', { cause }) : cause;
    } finally {
      clearTimeout(idle);
    }
  } finally {
    await file.close();
  }
}

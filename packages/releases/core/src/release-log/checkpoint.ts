import type { Hash } from './merkle.ts';
import { NoteError } from './signed-note.ts';

/** What a checkpoint says (c2sp.org/tlog-checkpoint): of which log, and the tree of its first `size` entries. */
export interface Checkpoint {
  /** The name of the log, chosen with its first entry. */
  readonly origin: string;
  readonly size: number;
  readonly root: Hash;
}

const HASH_BYTES = 32;
const LINES = /^([^\n]+)\n(0|[1-9]\d{0,14})\n([A-Za-z0-9+/]{43}=)\n$/u;

/** The text of a checkpoint, to be signed as a note. */
export function checkpointText({ origin, size, root }: Checkpoint): string {
  return `${origin}\n${String(size)}\n${Buffer.from(root).toString('base64')}\n`;
}

/** @throws {NoteError} for another text. The log writes no further lines, so none are read. */
export function parseCheckpoint(text: string): Checkpoint {
  const [, origin = '', size = '', encoded = ''] = LINES.exec(text) ?? [];
  const root = Buffer.from(encoded, 'base64');
  if (root.length !== HASH_BYTES || root.toString('base64') !== encoded) throw new NoteError('this is no checkpoint');
  return { origin, size: Number(size), root };
}

import { Readable } from 'node:stream';
import type { logs } from '../../database/schema.ts';

type Log = typeof logs.$inferSelect;

const KB = 1024;
const CHUNK = 16 * KB;
const LEVELS = ['DEBUG', 'INFO', 'INFO', 'INFO', 'WARN'];
const MESSAGES = [
  'ble: connection interval is 30 ms',
  'ble: peer has left',
  'bus: 14 messages waiting',
  'bus: answer came late',
  'update: nothing newer',
  'storage: 61 % used',
  'clock: synchronised',
  'session: renewed',
];

/** The lines of a log: the same at every time. */
function* linesOf({ id, type, identifier, platform, createdAt }: Log): Generator<string, never> {
  yield `Sample text of the development backend: log ${id}, ${type}, ${identifier}, ${platform}\n`;
  let time = createdAt.getTime();
  for (let state = id; ;) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    time += state % 4000;
    const at = new Date(time).toISOString();
    yield `${at} ${LEVELS[state % LEVELS.length]} ${MESSAGES[state % MESSAGES.length]}\n`;
  }
}

/** Pieces of the lines, as many bytes as there should be. */
function* piecesOf(log: Log, bytes: number): Generator<Buffer> {
  let left = bytes;
  let text = '';
  for (const line of linesOf(log)) {
    text += line;
    if (text.length >= Math.min(CHUNK, left)) {
      const piece = Buffer.from(text, 'latin1').subarray(0, left);
      yield piece;
      left -= piece.length;
      if (left === 0) return;
      text = '';
    }
  }
}

/** What is in a log, as the development backend makes it up: as many bytes as the log has. */
export function sampleLog(log: Log): { readonly content: Readable; readonly bytes: number } {
  const bytes = log.sizeKb * KB;
  return { content: Readable.from(bytes === 0 ? [] : piecesOf(log, bytes)), bytes };
}

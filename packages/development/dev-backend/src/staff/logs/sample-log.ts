import type { logs } from '../../database/schema.ts';

const KB = 1024;
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

/**
 * What is in a log, as the development backend makes it up: the same at every time, and as many bytes as the log has.
 */
export function sampleLog({ id, type, identifier, platform, createdAt, sizeKb }: typeof logs.$inferSelect): Buffer {
  const bytes = sizeKb * KB;
  const lines = [`Sample text of the development backend: log ${id}, ${type}, ${identifier}, ${platform}\n`];
  let length = 0;
  let time = createdAt.getTime();
  for (let state = id; length < bytes;) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    time += state % 4000;
    const line = `${new Date(time).toISOString()} ${LEVELS[state % LEVELS.length]} ${MESSAGES[state % MESSAGES.length]}\n`;
    lines.push(line);
    length += line.length;
  }
  return Buffer.from(lines.join(''), 'latin1').subarray(0, bytes);
}

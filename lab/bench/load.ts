/**
 * A process of its own: asks a server of this machine for one thing, again and again, on several connections, and sends its parent how fast it was
 * answered. Words: port, path, milliseconds.
 */
import { connect } from 'node:net';

const [port = '', path = '/', duration = '1000'] = process.argv.slice(2);
const CONNECTIONS = 32;
const REQUEST = Buffer.from(
  `GET ${path} HTTP/1.1\r\nHost: localhost:${port}\r\nAccept-Encoding: br\r\nAccept-Language: en\r\nCookie: access_token=any\r\n\r\n`,
);
const HEAD_END = Buffer.from('\r\n\r\n');

/** What the parent gets. */
export interface LoadReport {
  readonly requests: number;
  readonly seconds: number;
  /** Half, and 99 of 100 answers, came within these times, in milliseconds. */
  readonly half: number;
  readonly slow: number;
}

const times: number[] = [];

/** Where the answer at the beginning of these bytes ends; undefined if its head has not come as a whole. */
function endOfAnswer(bytes: Buffer): number | undefined {
  const head = bytes.indexOf(HEAD_END);
  if (head < 0) return undefined;
  const text = bytes.toString('latin1', 0, head);
  const length = Number(/^content-length: (\d+)$/im.exec(text)?.[1]);
  if (!text.startsWith('HTTP/1.1 200') || Number.isNaN(length)) throw new Error(`${path} is answered with:\n${text}`);
  return head + HEAD_END.length + length;
}

/** Asks until the time is over; rejects if the server ends the connection before. */
function askAgain(until: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), '127.0.0.1');
    let asked = performance.now();
    let received = Buffer.alloc(0);
    let missing: number | undefined;
    const ask = () => {
      asked = performance.now();
      received = Buffer.alloc(0);
      missing = undefined;
      socket.write(REQUEST);
    };
    socket.setNoDelay();
    socket.on('connect', ask);
    socket.on('data', (bytes: Buffer) => {
      if (missing === undefined) {
        received = Buffer.concat([received, bytes]);
        const end = endOfAnswer(received);
        if (end === undefined) return;
        missing = end - received.length;
      } else missing -= bytes.length;
      if (missing > 0) return;
      const now = performance.now();
      times.push(now - asked);
      if (now < until) ask();
      else {
        socket.destroy();
        resolve();
      }
    });
    socket.on('error', reject);
    socket.on('end', () => reject(new Error('The server ended a connection.')));
  });
}

const began = performance.now();
await Promise.all(Array.from({ length: CONNECTIONS }, () => askAgain(began + Number(duration))));
const sorted = times.toSorted((a, b) => a - b);
const report: LoadReport = {
  requests: times.length,
  seconds: (performance.now() - began) / 1000,
  half: sorted[Math.floor(sorted.length * 0.5)] ?? NaN,
  slow: sorted[Math.floor(sorted.length * 0.99)] ?? NaN,
};
process.send?.(report);
process.disconnect?.();

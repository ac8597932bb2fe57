import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterEach, expect, test } from '@jest/globals';
import { Line } from './line.ts';

const line = new Line({ roundTripMs: 2, downBitsPerSecond: 80_000_000, upBitsPerSecond: 80_000_000 });
afterEach(() => line.close());

/** Bytes that differ from one segment to the next. */
const getBytes = (length: number, seed: number) =>
  Buffer.from(Uint8Array.from({ length }, (_, at) => (at * seed) >> 8));

test('several connections at once get all bytes in their order, both ways, and the end', async () => {
  const echo = createServer({ allowHalfOpen: true }, (socket) => socket.pipe(socket));
  echo.listen(0, '127.0.0.1');
  await once(echo, 'listening');
  const port = await line.open(0, (echo.address() as AddressInfo).port);
  const sent = [3, 5, 7].map((seed) => getBytes(300_000, seed));
  const received = await Promise.all(
    sent.map((bytes) => {
      const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
      socket.end(bytes);
      return buffer(socket);
    }),
  );
  expect(received.map((bytes, index) => bytes.equals(sent[index] ?? Buffer.alloc(0)))).toEqual([true, true, true]);
  await new Promise((resolve) => {
    echo.close(resolve);
  });
});

import { once } from 'node:events';
import { connect } from 'node:net';
import type { Socket } from 'node:net';

/** What came back to a request; the body is as it was sent. */
interface RawAnswer {
  /** 0 if the server closed the connection without an answer. */
  readonly status: number;
  /** By lower-case name. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

function parse(text: string): RawAnswer {
  const end = text.indexOf('\r\n\r\n');
  const [first = '', ...lines] = text.slice(0, end).split('\r\n');
  const headers = lines.map((line): [string, string] => {
    const [name = '', ...value] = line.split(': ');
    return [name.toLowerCase(), value.join(': ')];
  });
  return { status: Number(first.split(' ')[1] ?? 0), headers: new Map(headers), body: text.slice(end + 4) };
}

/**
 * A GET for `target`, byte by byte as it is given, even if an HTTP client would refuse to send it; on a connection of
 * its own.
 */
export async function rawGet(port: number, target: string): Promise<RawAnswer> {
  const socket: Socket = connect({ host: '127.0.0.1', port });
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  socket.on('error', () => undefined); // the server may close before it has read everything
  socket.write(`GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
  await once(socket, 'close');
  return parse(Buffer.concat(chunks).toString());
}

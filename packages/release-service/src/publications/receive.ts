import type { Readable } from 'node:stream';
import { createHash } from 'node:crypto';
import { RefusedError } from '@portal/release/refusal';
import type { FileRecord } from '@portal/release/store';
import { ServiceProblem } from '../problem.ts';

/** How long a sender may pause, and how many bytes it sends within a second at least after the first minute. */
export interface Pace {
  readonly idleMs: number;
  readonly bytesPerSecond: number;
}

const PACE: Pace = { idleMs: 15_000, bytesPerSecond: 16_384 };
const HEAD_START_MS = 60_000;

/** Bytes of all uploads at the same time, which are in memory until they are stored. */
const MOST_AT_ONCE = 128 * 1024 * 1024;

/** A file on its way. `sha256` in hex. */
export interface Received {
  readonly bytes: Uint8Array;
  readonly sha256: string;
}

function tooLarge(what: string, most: number): RefusedError {
  return new RefusedError([
    {
      rule: 'over-limit',
      sides: [what, 'the offered manifest'],
      problem: `${what} has more bytes than the ${String(most)} that the manifest lists.`,
      remedy: 'Build the part again, and offer what was built.',
    },
  ]);
}

function differs(what: string, wrong: string): RefusedError {
  return new RefusedError([
    {
      rule: 'file-differs',
      sides: [what, 'the offered manifest'],
      problem: `${what} is not what the manifest says: ${wrong}.`,
      remedy: 'Build the part again, and offer what was built.',
    },
  ]);
}

/** Reads the bytes of a request, hashed while they come, and never keeps more than `most`. @throws {RefusedError | ServiceProblem} */
function read(body: Readable, what: string, most: number, pace: Pace): Promise<Received> {
  const { promise, resolve, reject } = Promise.withResolvers<Received>();
  const hash = createHash('sha256');
  const chunks: Uint8Array[] = [];
  let size = 0;
  const tooSlow = () => {
    reject(new ServiceProblem(408, 'usage', `${what} came too slowly. Nothing was stored; send it again.`));
  };
  const cut = () => {
    reject(new ServiceProblem(400, 'usage', `${what} ended too early. Nothing was stored; send it again.`));
  };
  const whole = setTimeout(tooSlow, HEAD_START_MS + (most / pace.bytesPerSecond) * 1000);
  const idle = setTimeout(tooSlow, pace.idleMs);
  const take = (chunk: Uint8Array) => {
    idle.refresh();
    size += chunk.length;
    if (size > most) reject(tooLarge(what, most));
    else {
      hash.update(chunk);
      chunks.push(chunk);
    }
  };
  body
    .on('data', take)
    .once('error', cut)
    .once('close', cut)
    .once('end', () => resolve({ bytes: Buffer.concat(chunks), sha256: hash.digest('hex') }));
  return promise.finally(() => {
    clearTimeout(whole);
    clearTimeout(idle);
    // What still comes is dropped, until the connection ends.
    body.off('data', take).resume();
  });
}

/** Receives uploads, as many at once as the memory may hold. */
export class Receiver {
  readonly #pace: Pace;
  #reserved = 0;

  constructor(pace: Pace = PACE) {
    this.#pace = pace;
  }

  /**
   * The bytes of a request, which are those of one of the records; and that record. `announced` is its Content-Length.
   * @throws {RefusedError} if they are not; {ServiceProblem} if they do not come, or too many are on their way.
   */
  async receive<Of extends FileRecord>(
    body: Readable,
    what: string,
    records: readonly Of[],
    announced: string | undefined,
  ): Promise<Received & { readonly record: Of }> {
    const most = Math.max(...records.map(({ size }) => size));
    if (announced !== undefined && Number(announced) > most) throw tooLarge(what, most);
    if (announced !== undefined && !records.some(({ size }) => size === Number(announced)))
      throw differs(what, `it has ${announced} bytes, and ${String(most)} are expected`);
    if (this.#reserved + most > MOST_AT_ONCE)
      throw new ServiceProblem(429, 'busy', 'Too many uploads are on their way. Try again in 1 s.', 1);
    this.#reserved += most;
    try {
      const received = await read(body, what, most, this.#pace);
      const integrity = `sha256-${Buffer.from(received.sha256, 'hex').toString('base64')}`;
      const size = received.bytes.length;
      const record = records.find((each) => each.integrity === integrity && each.size === size);
      if (record) return { ...received, record };
      throw differs(
        what,
        `its hash is ${integrity}, and ${records.map((each) => each.integrity).join(' or ')} is expected`,
      );
    } finally {
      this.#reserved -= most;
    }
  }
}

import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { RefusedError } from '@portal/release/refusal';
import type { FileRecord, LocalFile } from '@portal/release/store';
import { DriverError, recordOf } from '@portal/release/store';
import { ServiceProblem } from '../problem.ts';
import type { NewFile, UploadFolder } from './upload-folder.ts';

/** How long a sender may pause, and how many bytes it sends within a second at least after the first minute. */
export interface Pace {
  readonly idleMs: number;
  readonly bytesPerSecond: number;
}

const PACE: Pace = { idleMs: 15_000, bytesPerSecond: 16_384 };
const HEAD_START_MS = 60_000;

/** Bytes of all uploads at the same time, which are on disk until they are stored: five versions as large as allowed (@portal/release/limits). */
const MOST_AT_ONCE = 1024 * 1024 * 1024;

/** A file on its way to the service. */
export interface Upload<Of extends FileRecord> {
  readonly body: Readable;
  /** Its name, for messages. */
  readonly what: string;
  /** What it may be, at least one. */
  readonly records: readonly Of[];
  /** Its Content-Length. */
  readonly announced: string | undefined;
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

/**
 * Writes the bytes of a request into a file, hashed while they come, and never more than `most`. What still comes after a failure is read
 * and dropped, so that the sender gets its answer.
 * @throws {RefusedError | ServiceProblem | DriverError}
 */
async function write(
  { body, what }: Pick<Upload<FileRecord>, 'body' | 'what'>,
  { path, stream }: NewFile,
  most: number,
  pace: Pace,
): Promise<LocalFile> {
  const hash = createHash('sha256');
  let size = 0;
  const counter = new Transform({
    transform(chunk: Uint8Array, _encoding, done) {
      idle.refresh();
      size += chunk.length;
      if (size > most) {
        done(tooLarge(what, most));
        return;
      }
      hash.update(chunk);
      done(null, chunk);
    },
  });
  const tooSlow = () => {
    counter.destroy(new ServiceProblem(408, 'usage', `${what} came too slowly. Nothing was stored; send it again.`));
  };
  const cut = () => {
    if (body.readableEnded) return;
    counter.destroy(new ServiceProblem(400, 'usage', `${what} ended too early. Nothing was stored; send it again.`));
  };
  const whole = setTimeout(tooSlow, HEAD_START_MS + (most / pace.bytesPerSecond) * 1000);
  const idle = setTimeout(tooSlow, pace.idleMs);
  body.once('error', cut).once('close', cut);
  try {
    const written = pipeline(counter, stream);
    // Not a part of the pipeline, which would end the connection before the answer.
    if (body.destroyed) cut();
    else body.pipe(counter);
    await written;
  } catch (error) {
    if (error instanceof RefusedError || error instanceof ServiceProblem) throw error;
    throw new DriverError('write', path, error);
  } finally {
    clearTimeout(whole);
    clearTimeout(idle);
    body.unpipe(counter).resume();
  }
  return { path, size, sha256: hash.digest('hex') };
}

/** Receives uploads into files, as many at once as the disk may hold. */
export class Receiver {
  readonly #folder: Pick<UploadFolder, 'newFile'>;
  readonly #pace: Pace;
  #reserved = 0;

  constructor(folder: Pick<UploadFolder, 'newFile'>, pace: Pace = PACE) {
    this.#folder = folder;
    this.#pace = pace;
  }

  /**
   * Gives `use` the file of an upload, which is that of one of the records; and that record. The file ends with the call.
   * @throws {RefusedError} if it is of none; {ServiceProblem} if it does not come, or too many are on their way; {DriverError} if it cannot
   * be written; and what `use` throws.
   */
  async receive<Of extends FileRecord, Value>(
    { body, what, records, announced }: Upload<Of>,
    use: (file: LocalFile, record: Of) => Promise<Value>,
  ): Promise<Value> {
    const most = Math.max(...records.map(({ size }) => size));
    if (announced !== undefined && Number(announced) > most) throw tooLarge(what, most);
    if (announced !== undefined && !records.some(({ size }) => size === Number(announced)))
      throw differs(what, `it has ${announced} bytes, and ${String(most)} are expected`);
    if (this.#reserved + most > MOST_AT_ONCE)
      throw new ServiceProblem(429, 'busy', 'Too many uploads are on their way. Try again in 1 s.', 1);
    this.#reserved += most;
    // A connection may fail while the file is made; the body is then found destroyed.
    body.once('error', () => undefined);
    try {
      const file = await this.#folder.newFile();
      try {
        const received = await write({ body, what }, file, most, this.#pace);
        return await use(received, matching(what, received, records));
      } finally {
        // What cannot be removed now goes at the next start.
        await rm(file.path, { force: true }).catch(() => undefined);
      }
    } finally {
      this.#reserved -= most;
    }
  }
}

/** The record of a file. @throws {RefusedError} */
function matching<Of extends FileRecord>(what: string, file: LocalFile, records: readonly Of[]): Of {
  const { integrity, size } = recordOf(file);
  const record = records.find((each) => each.integrity === integrity && each.size === size);
  if (record) return record;
  const expected = records.map((each) => each.integrity).join(' or ');
  throw differs(what, `its hash is ${integrity}, and ${expected} is expected`);
}

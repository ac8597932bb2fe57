import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { Transform } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { refusal, RefusedError } from '@portal/release/refusal';
import type { FileRecord, LocalFile } from '@portal/release/store';
import { DriverError, toRecord } from '@portal/release/store';
import { ServiceProblem } from '../problem.ts';
import type { NewFile, UploadFolder } from './upload-folder.ts';

/** In milliseconds. */
export interface Pace {
  /** How long a sender may pause. */
  readonly idleMs: number;
  /** How long a file may take. */
  readonly wholeMs: number;
  /** How long what still comes after a refusal is read. */
  readonly dropMs: number;
}

/** Less than five minutes for a file: then Node ends the request without our answer, and the command stops waiting. */
export const PACE: Pace = { idleMs: 15_000, wholeMs: 280_000, dropMs: 2000 };

interface Amount {
  readonly bytes: number;
  readonly files: number;
}

const MIB = 1024 * 1024;
/**
 * What is on disk until it is stored: five versions as large as allowed (packages/releases/core/src/policy/limits.ts).
 */
const MOST_AT_ONCE: Amount = { bytes: 1024 * MIB, files: 128 };
/** Of one identity, so that it does not keep the others out. */
const MOST_OF_ONE: Amount = { bytes: 256 * MIB, files: 32 };

/** A file on its way to the service. */
interface Upload<Of extends FileRecord> {
  /** The identity that sends it. */
  readonly who: string;
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
    refusal(
      'over-limit',
      [what, 'the offered manifest'],
      `${what} has more bytes than the ${String(most)} that the manifest lists.`,
      'Build the part again.',
    ),
  ]);
}

function differs(what: string, wrong: string): RefusedError {
  return new RefusedError([
    refusal('files-differ', [what, 'the offered manifest'], `${what} is not what the manifest says: ${wrong}.`),
  ]);
}

/**
 * Writes the bytes of a request into a file, hashed while they come, and never more than `most`.
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
    // What has come whole waits for the disk, not for its sender.
    if (body.readableEnded) return;
    counter.destroy(new ServiceProblem(408, 'usage', `${what} came too slowly. Nothing was stored; send it again.`));
  };
  const paused = () => {
    if (counter.writableNeedDrain) idle.refresh();
    else tooSlow();
  };
  const cut = () => {
    if (body.readableEnded) return;
    counter.destroy(new ServiceProblem(400, 'usage', `${what} ended too early. Nothing was stored; send it again.`));
  };
  const whole = setTimeout(tooSlow, pace.wholeMs);
  const idle = setTimeout(paused, pace.idleMs);
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

/** Reads what still comes, for a moment, and drops it: the answer does not reach a sender that is still sending. */
async function drop(body: Readable, ms: number): Promise<void> {
  if (body.readableEnded || body.destroyed) return;
  body.resume();
  await finished(body, { signal: AbortSignal.timeout(ms), cleanup: true }).catch(() => undefined);
}

const NOTHING: Amount = { bytes: 0, files: 0 };
const plus = (amount: Amount, bytes: number, files: number): Amount => ({
  bytes: amount.bytes + bytes,
  files: amount.files + files,
});
const exceeds = (amount: Amount, most: Amount) => amount.bytes > most.bytes || amount.files > most.files;

/** How much is on its way: of everybody, and of each identity. */
class Underway {
  readonly #of = new Map<string, Amount>();
  #all = NOTHING;

  /** @throws {ServiceProblem} if that is too much. */
  begin(who: string, bytes: number): void {
    const all = plus(this.#all, bytes, 1);
    const ofOne = plus(this.#ofOne(who), bytes, 1);
    if (exceeds(all, MOST_AT_ONCE) || exceeds(ofOne, MOST_OF_ONE))
      throw new ServiceProblem(429, 'busy', 'Too many uploads are on their way. Try again in 1 s.', 1);
    this.#all = all;
    this.#of.set(who, ofOne);
  }

  end(who: string, bytes: number): void {
    this.#all = plus(this.#all, -bytes, -1);
    const ofOne = plus(this.#ofOne(who), -bytes, -1);
    if (ofOne.files > 0) this.#of.set(who, ofOne);
    else this.#of.delete(who);
  }

  #ofOne(who: string): Amount {
    return this.#of.get(who) ?? NOTHING;
  }
}

/** Receives uploads into files, as many at once as disk and connections may hold. */
export class Receiver {
  readonly #folder: Pick<UploadFolder, 'newFile'>;
  readonly #pace: Pace;
  readonly #underway = new Underway();

  constructor(folder: Pick<UploadFolder, 'newFile'>, pace: Pace = PACE) {
    this.#folder = folder;
    this.#pace = pace;
  }

  /**
   * Gives `use` the file of an upload, which is that of one of the records; and that record. The file ends with the
   * call.
   * @throws {RefusedError} if it is of none; {ServiceProblem} if it does not come, or too many are on their way;
   * {DriverError} if it cannot be written; and what `use` throws.
   */
  async receive<Of extends FileRecord, Value>(
    upload: Upload<Of>,
    use: (file: LocalFile, record: Of) => Promise<Value>,
  ): Promise<Value> {
    const { body } = upload;
    // A connection may fail at any time; the body is then found destroyed.
    body.on('error', () => undefined);
    try {
      return await this.#receive(upload, use);
    } catch (error) {
      if (!(error instanceof ServiceProblem && error.status === 408)) await drop(body, this.#pace.dropMs);
      throw error;
    }
  }

  async #receive<Of extends FileRecord, Value>(
    { who, body, what, records, announced }: Upload<Of>,
    use: (file: LocalFile, record: Of) => Promise<Value>,
  ): Promise<Value> {
    const most = Math.max(...records.map(({ size }) => size));
    if (announced !== undefined && Number(announced) > most) throw tooLarge(what, most);
    if (announced !== undefined && !records.some(({ size }) => size === Number(announced)))
      throw differs(what, `it has ${announced} bytes, and ${String(most)} are expected`);
    this.#underway.begin(who, most);
    try {
      const file = await this.#folder.newFile();
      try {
        const received = await write({ body, what }, file, most, this.#pace);
        return await use(received, matching(what, received, records));
      } finally {
        // What cannot be removed now is removed as left behind.
        await rm(file.path, { force: true }).catch(() => undefined);
      }
    } finally {
      this.#underway.end(who, most);
    }
  }
}

/** The record of a file. @throws {RefusedError} */
function matching<Of extends FileRecord>(what: string, file: LocalFile, records: readonly Of[]): Of {
  const { integrity, size } = toRecord(file);
  const record = records.find((each) => each.integrity === integrity && each.size === size);
  if (record) return record;
  const expected = records.map((each) => each.integrity).join(' or ');
  throw differs(what, `its hash is ${integrity}, and ${expected} is expected`);
}

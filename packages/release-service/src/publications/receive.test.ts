import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable, Writable } from 'node:stream';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { RefusedError } from '@portal/release/refusal';
import type { FileRecord, LocalFile } from '@portal/release/store';
import { DriverError, recordOf } from '@portal/release/store';
import { ServiceProblem } from '../problem.ts';
import { Receiver } from './receive.ts';
import { UploadFolder } from './upload-folder.ts';

const MIB = 1024 * 1024;
/** How often a test looks for what soon is so. */
const MOST_LOOKS = 5000;
/** The limit of a file. */
const LARGEST = 16 * MIB;
const BYTES = randomBytes(MIB);
const RECORD = recordOf(BYTES);

let root: string;
let folder: UploadFolder;
let receiver: Receiver;
/** The content of what was received. */
let used: Buffer[];

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'portal-uploads-'));
  folder = new UploadFolder(root);
  receiver = new Receiver(folder);
  used = [];
});
afterEach(async () => {
  await folder.close();
  await rm(root, { recursive: true });
});

const own = async () => (await folder.open()).path;
const files = async () => readdir(await own());
const keep = async ({ path }: LocalFile) => void used.push(await readFile(path));

function receive(body: Readable, record: FileRecord = RECORD, announced?: string): Promise<void> {
  return receiver.receive({ body, what: 'entry.js', records: [record], announced }, keep);
}

/** Waits until a file has this size. */
async function untilWritten(bytes: number): Promise<string> {
  for (let look = 0; look < MOST_LOOKS; look += 1) {
    const [name = ''] = await files();
    const path = join(await own(), name);
    if (name !== '' && (await stat(path)).size === bytes) return path;
  }
  throw new Error('it is not written');
}

test('what has come is on disk while the rest is awaited, readable only for its owner, and gone at the end', async () => {
  const body = new PassThrough();
  const received = receive(body);
  body.write(BYTES.subarray(0, 1000));
  const path = await untilWritten(1000);
  expect([await stat(await own()), await stat(path)].map(({ mode }) => mode & 0o777)).toEqual([0o700, 0o600]);
  expect(used).toEqual([]);
  body.end(BYTES.subarray(1000));
  await received;
  expect(used.map((bytes) => bytes.equals(BYTES))).toEqual([true]);
  expect(await files()).toEqual([]);
});

test('a sender waits while the disk is busy', async () => {
  /** Ends a write; undefined once the disk is free. */
  let waiting: (() => void)[] | undefined = [];
  const written: Buffer[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      written.push(chunk);
      if (waiting) waiting.push(done);
      else done();
    },
  });
  const busy = { newFile: () => Promise.resolve({ path: join(root, 'none'), stream }) };
  const body = new PassThrough();
  const upload = { body, what: 'entry.js', records: [RECORD], announced: undefined };
  const received = new Receiver(busy).receive(upload, () => Promise.resolve('received'));
  let sent = 0;
  for (let turn = 0; turn < 4096; turn += 1) {
    if (!body.writableNeedDrain && sent < MIB) {
      body.write(BYTES.subarray(sent, sent + 1024));
      sent += 1024;
    }
    await new Promise(setImmediate);
  }
  expect(sent).toBeLessThan(MIB / 2);
  const writes = waiting;
  waiting = undefined;
  for (const finish of writes) finish();
  body.end(BYTES.subarray(sent));
  expect(await received).toBe('received');
  expect(Buffer.concat(written).equals(BYTES)).toBe(true);
});

test.each<[string, () => Readable, object]>([
  ['other bytes', () => Readable.from([randomBytes(MIB)]), { rule: 'file-differs' }],
  ['fewer bytes', () => Readable.from([BYTES.subarray(1)]), { rule: 'file-differs' }],
  ['more bytes', () => Readable.from([BYTES, Buffer.alloc(1)]), { rule: 'over-limit' }],
  [
    'a connection that ends',
    () => {
      const body = new PassThrough();
      body.write(BYTES.subarray(1));
      setImmediate(() => body.destroy());
      return body;
    },
    { status: 400, message: expect.stringContaining('ended too early') },
  ],
  ['a connection that has ended', () => new PassThrough().destroy(), { status: 400 }],
  [
    'an error of the connection',
    () => {
      const body = new PassThrough();
      setImmediate(() => body.destroy(new Error('aborted')));
      return body;
    },
    { status: 400 },
  ],
])('%s: nothing is used, and nothing stays', async (_, bodyOf, expected) => {
  const error = await receive(bodyOf()).catch((failure: unknown) => failure);
  expect([RefusedError, ServiceProblem].some((kind) => error instanceof kind)).toBe(true);
  expect(error).toMatchObject(expected);
  expect(used).toEqual([]);
  expect(await files()).toEqual([]);
});

test('a sender that stops: nothing stays', async () => {
  receiver = new Receiver(folder, { idleMs: 20, bytesPerSecond: 16_384 });
  await expect(receive(new PassThrough())).rejects.toMatchObject({ status: 408 });
  expect(await files()).toEqual([]);
});

test('a store that fails: its error is told, and nothing stays', async () => {
  const upload = { body: Readable.from([BYTES]), what: 'entry.js', records: [RECORD], announced: undefined };
  const away = new DriverError('write', 's3://releases/entry.js', new Error('it is away'));
  await expect(receiver.receive(upload, () => Promise.reject(away))).rejects.toBe(away);
  expect(await files()).toEqual([]);
});

test('a full disk is said, and nothing is used; what still comes is read, so that the sender gets the answer', async () => {
  const path = join(root, 'none');
  const full = { newFile: () => Promise.resolve({ path, stream: createWriteStream('/dev/full') }) };
  const body = Readable.from([BYTES, BYTES]);
  const upload = { body, what: 'entry.js', records: [{ ...RECORD, size: 2 * MIB }], announced: undefined };
  const error = await new Receiver(full).receive(upload, keep).catch((failure: unknown) => failure);
  expect(error).toBeInstanceOf(DriverError);
  expect(String(error)).toMatch(/could not be written: .*ENOSPC: .* Free space or allow writing there/);
  expect(used).toEqual([]);
  await body.toArray().catch(() => undefined);
  expect(body.readableEnded).toBe(true);
});

test('a folder that cannot be made is said; once it can, uploads work', async () => {
  await folder.close();
  const place = join(root, 'place');
  await writeFile(place, 'a file');
  folder = new UploadFolder(place);
  receiver = new Receiver(folder);
  await expect(receive(Readable.from([BYTES]))).rejects.toThrow(/place could not be written: .* allow writing there/);
  await rm(place);
  await receive(Readable.from([BYTES]));
  expect(used).toHaveLength(1);
});

test('a folder that somebody removed is made again', async () => {
  await rm(await own(), { recursive: true });
  await expect(receive(Readable.from([BYTES]))).rejects.toThrow(DriverError);
  await receive(Readable.from([BYTES]));
  expect(used).toHaveLength(1);
});

test('64 of the largest files come at once, the next one is told to wait, and comes when there is room again', async () => {
  const record = { ...RECORD, size: LARGEST };
  const bodies = Array.from({ length: 64 }, () => new PassThrough());
  const received = Promise.allSettled(bodies.map((body) => receive(body, record)));
  for (const body of bodies) body.write('x');
  await expect(receive(new PassThrough(), record)).rejects.toMatchObject({ status: 429, retryAfterSeconds: 1 });
  for (const body of bodies) body.end();
  expect(new Set((await received).map(({ status }) => status))).toEqual(new Set(['rejected']));
  expect(await files()).toEqual([]);
  await receive(Readable.from([BYTES]));
  expect(used).toHaveLength(1);
});

import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable, Writable } from 'node:stream';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { RefusedError } from '@portal/release/refusal';
import type { FileRecord, LocalFile } from '@portal/release/store';
import { DriverError, toRecord } from '@portal/release/store';
import { ServiceProblem } from '../problem.ts';
import { PACE, Receiver } from './receive.ts';
import { UploadFolder } from './upload-folder.ts';

const MIB = 1024 * 1024;
/** The limit of a file. */
const LARGEST = 16 * MIB;
const BYTES = randomBytes(MIB);
const RECORD = toRecord(BYTES);

let root: string;
let folder: UploadFolder;
let receiver: Receiver;
/** The content of what was received. */
let used: Buffer[];

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'portal-uploads-'));
  folder = new UploadFolder(join(root, 'uploads'));
  receiver = new Receiver(folder);
  used = [];
});
afterEach(async () => {
  jest.useRealTimers();
  await rm(root, { recursive: true });
});

const files = async () => readdir(join(root, 'uploads'));
const keep = async ({ path }: LocalFile) => void used.push(await readFile(path));

function receive(body: Readable, record: FileRecord = RECORD, who = 'anna'): Promise<void> {
  return receiver.receive({ who, body, what: 'entry.js', records: [record], announced: undefined }, keep);
}

/** Waits until a file has this size. */
async function untilWritten(bytes: number): Promise<string> {
  for (;;) {
    const [name = ''] = await files().catch(() => []);
    const path = join(root, 'uploads', name);
    if (name !== '' && (await stat(path)).size === bytes) return path;
  }
}

test('what has come is on disk while the rest is awaited, readable only for its owner, and gone at the end', async () => {
  const body = new PassThrough();
  const received = receive(body);
  body.write(BYTES.subarray(0, 1000));
  const path = await untilWritten(1000);
  expect([await stat(join(root, 'uploads')), await stat(path)].map(({ mode }) => mode & 0o777)).toEqual([0o700, 0o600]);
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
  const upload = { who: 'anna', body, what: 'entry.js', records: [RECORD], announced: undefined };
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
  ['other bytes', () => Readable.from([randomBytes(MIB)]), { rule: 'files-differ' }],
  ['fewer bytes', () => Readable.from([BYTES.subarray(1)]), { rule: 'files-differ' }],
  ['more bytes', () => Readable.from([BYTES, Buffer.alloc(1)]), { rule: 'over-limit' }],
  [
    'a connection that ends',
    () => {
      const body = new PassThrough();
      body.write(BYTES.subarray(1));
      setImmediate(() => body.destroy());
      return body;
    },
    { status: 400 },
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
])('%s: nothing is used, and nothing stays', async (_, toBody, expected) => {
  const error = await receive(toBody()).catch((failure: unknown) => failure);
  expect([RefusedError, ServiceProblem].some((kind) => error instanceof kind)).toBe(true);
  expect(error).toMatchObject(expected);
  expect(used).toEqual([]);
  expect(await files()).toEqual([]);
});

test('a sender that stops: nothing stays', async () => {
  receiver = new Receiver(folder, { ...PACE, idleMs: 20 });
  await expect(receive(new PassThrough())).rejects.toMatchObject({ status: 408 });
  expect(await files()).toEqual([]);
});

test('a store that fails: its error is told, and nothing stays', async () => {
  const upload = {
    who: 'anna',
    body: Readable.from([BYTES]),
    what: 'entry.js',
    records: [RECORD],
    announced: undefined,
  };
  const away = new DriverError('write', 's3://releases/entry.js', new Error('it is away'));
  await expect(receiver.receive(upload, () => Promise.reject(away))).rejects.toBe(away);
  expect(await files()).toEqual([]);
});

test('a full disk is said, and nothing is used; what still comes is read, so that the sender gets the answer', async () => {
  const path = join(root, 'none');
  const full = { newFile: () => Promise.resolve({ path, stream: createWriteStream('/dev/full') }) };
  const body = Readable.from([BYTES, BYTES]);
  const upload = { who: 'anna', body, what: 'entry.js', records: [{ ...RECORD, size: 2 * MIB }], announced: undefined };
  const error = await new Receiver(full).receive(upload, keep).catch((failure: unknown) => failure);
  expect(error).toBeInstanceOf(DriverError);
  expect(String(error)).toContain('ENOSPC');
  expect(used).toEqual([]);
  expect(body.readableEnded).toBe(true);
});

test('a sender that never pauses, but is too slow, is told so in time', async () => {
  receiver = new Receiver(folder, { ...PACE, wholeMs: 20 });
  const body = new PassThrough();
  const sending = setInterval(() => body.write('x'), 1);
  await expect(receive(body)).rejects.toMatchObject({ status: 408 });
  clearInterval(sending);
  expect(await files()).toEqual([]);
});

test.each([
  ['that waits to send the rest', 16_384, PACE.idleMs],
  ['that has sent everything', MIB, PACE.wholeMs],
])('a slow disk is no fault of a sender %s', async (_sender, size, limitMs) => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
  /** Ends a write; undefined once the disk is quick. */
  let held: (() => void)[] | undefined = [];
  const stream = new Writable({
    highWaterMark: 1,
    write(_chunk, _encoding, done) {
      if (held) held.push(done);
      else done();
    },
  });
  const slow = { newFile: () => Promise.resolve({ path: join(root, 'none'), stream }) };
  const body = Readable.from(Array.from({ length: MIB / size }, (_, at) => BYTES.subarray(at * size, (at + 1) * size)));
  const upload = { who: 'anna', body, what: 'entry.js', records: [RECORD], announced: undefined };
  const received = new Receiver(slow).receive(upload, () => Promise.resolve('stored'));
  while (!body.isPaused() && !body.readableEnded) await new Promise(setImmediate);
  jest.advanceTimersByTime(limitMs);
  const writes = held;
  held = undefined;
  for (const finish of writes) finish();
  expect(await received).toBe('stored');
});

test('what comes after a refusal is read, so that the answer reaches its sender, but not for ever', async () => {
  const whole = Readable.from([BYTES, BYTES]);
  await expect(receive(whole)).rejects.toThrow(RefusedError);
  expect(whole.readableEnded).toBe(true);
  receiver = new Receiver(folder, { ...PACE, dropMs: 20 });
  const endless = new PassThrough();
  endless.write(Buffer.alloc(MIB + 1));
  await expect(receive(endless)).rejects.toThrow(RefusedError);
  expect(endless.readableEnded).toBe(false);
});

test('a folder that cannot be made is said; once it can, uploads work', async () => {
  const place = join(root, 'uploads');
  await writeFile(place, 'a file');
  await expect(receive(Readable.from([BYTES]))).rejects.toThrow(DriverError);
  await rm(place);
  await receive(Readable.from([BYTES]));
  expect(used).toHaveLength(1);
});

/** Begins uploads of several identities. */
function begin(names: readonly string[], of: number, size: number) {
  return names
    .flatMap((who) => Array.from({ length: of }, () => who))
    .map((who) => {
      const body = new PassThrough();
      body.write('x');
      return { body, received: receive(body, { ...RECORD, size }, who) };
    });
}

test.each([
  ['bytes', 16, LARGEST],
  ['files', 32, 1000],
])(
  'one identity does not keep the others out: its %s at once have a limit, and theirs together another',
  async (_of, most, size) => {
    receiver = new Receiver(folder, { ...PACE, dropMs: 0 });
    const busy = { status: 429, retryAfterSeconds: 1 };
    const record = { ...RECORD, size };
    const annas = begin(['anna'], most, size);
    await expect(receive(new PassThrough(), record, 'anna')).rejects.toMatchObject(busy);
    const others = begin(['ben', 'carla', 'dora'], most, size);
    await expect(receive(new PassThrough(), record, 'emil')).rejects.toMatchObject(busy);
    const all = [...annas, ...others];
    for (const { body } of all) body.end();
    const results = await Promise.allSettled(all.map(({ received }) => received));
    expect(new Set(results.map(({ status }) => status))).toEqual(new Set(['rejected']));
    expect(await files()).toEqual([]);
    await receive(Readable.from([BYTES]));
    expect(used).toHaveLength(1);
  },
);

import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { Zip, ZipDeflate } from 'fflate';
import type { Zippable } from 'fflate';
import { centralHeaders, endRecord, noise, zipOf } from '../../testing/zips.ts';
import { problemOfZip } from './check-zip.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'check-zip-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function problemOf(zip: Uint8Array) {
  const path = join(folder, 'firmware.zip');
  await writeFile(path, zip);
  return problemOfZip(path);
}

const files = {
  'bus/image.bin': noise(20_000),
  'hub/image.bin': noise(9000, 7),
  'notes.txt': Buffer.from('ok\n'.repeat(900)),
};
/** The same with a change of its bytes. */
function changed(change: (zip: Buffer, central: readonly number[], end: number) => void, of = zipOf(files)): Buffer {
  change(of, centralHeaders(of), endRecord(of));
  return of;
}
/** A change of the first entry of the directory, and of the header before its bytes, whose fields stand two bytes earlier. */
const both = (field: number, value: number) =>
  changed((zip, [first = 0]) => {
    zip.writeUInt32LE(value, first + field);
    zip.writeUInt32LE(value, field - 2);
  });
/** A file that the directory lists once more, inside of the bytes of another one. */
function oneInAnother(): Buffer {
  const stored = { level: 0, mtime: '2026-11-26T10:00:00' } as const;
  const inner = zipOf({ 'b.bin': [noise(100), stored] });
  const outer = zipOf({
    'a.bin': [inner.subarray(0, centralHeaders(inner)[0]), stored],
    'b.bin': [noise(100), stored],
  });
  outer.writeUInt32LE('a.bin'.length + 30, (centralHeaders(outer)[1] ?? 0) + 42);
  return outer;
}
/** A zip whose sizes stand behind the bytes, as programs write it that do not know them before. */
function streamed(): Buffer {
  const chunks: Uint8Array[] = [];
  const zip = new Zip((_error, chunk) => chunks.push(chunk));
  for (const [name, bytes] of Object.entries(files)) {
    const file = new ZipDeflate(name);
    zip.add(file);
    file.push(bytes, true);
  }
  zip.end();
  return Buffer.concat(chunks);
}
/** A zip with something before, between or behind its files, and a directory that knows where they are. */
function withBytes(at: 'first' | 'second' | 'behind'): Buffer {
  const zip = zipOf(files);
  const hidden = zipOf({ 'hidden.bin': noise(100) });
  const bytes = hidden.subarray(0, centralHeaders(hidden)[0]);
  const [, second = 0] = centralHeaders(zip);
  const places = { first: 0, second: zip.readUInt32LE(second + 42), behind: centralHeaders(zip)[0] ?? 0 };
  const place = places[at];
  const longer = Buffer.concat([zip.subarray(0, place), bytes, zip.subarray(place)]);
  for (const header of centralHeaders(longer)) {
    const from = longer.readUInt32LE(header + 42);
    if (from >= place) longer.writeUInt32LE(from + bytes.length, header + 42);
  }
  const end = endRecord(longer);
  longer.writeUInt32LE(longer.readUInt32LE(end + 16) + bytes.length, end + 16);
  return longer;
}
const FLAGS = 8;
const METHOD = 10;
const CHECKSUM = 16;
const COMPRESSED = 20;
const UNCOMPRESSED = 24;

/** A zip whose only name is replaced by other bytes of the same length, in both places. */
function named(name: string, bytes: Buffer): Buffer {
  const zip = zipOf({ [name]: noise(10) });
  if (Buffer.byteLength(name) !== bytes.length) throw new Error('The lengths differ.');
  bytes.copy(zip, 30);
  bytes.copy(zip, (centralHeaders(zip)[0] ?? 0) + 46);
  return zip;
}
/** A zip with a Unicode-path field, which says another name than the raw one; before the bytes of the file alone, or in the directory, too. */
function withOtherName(raw: string, other: string, isBeforeBytesAlone = false): Buffer {
  const field = Buffer.alloc(5);
  field.writeUInt8(1);
  field.writeUInt32LE(crc32(raw), 1);
  const zip = zipOf({ [raw]: [noise(10), { extra: { 0x70_75: Buffer.concat([field, Buffer.from(other)]) } }] });
  if (isBeforeBytesAlone) zip.writeUInt16LE(0x70_76, (centralHeaders(zip)[0] ?? 0) + 46 + raw.length);
  return zip;
}
/** A zip whose file has a further field that some programs read. */
const withField = (id: number) =>
  zipOf({ image: [noise(10), { extra: { [id]: Buffer.from('................/etc/passwd') } }] });
/** A file, and something that the attributes of DOS mark. */
const marked = (attrs: number, name: string, bytes: Uint8Array = new Uint8Array()) =>
  zipOf({ 'a.bin': noise(1), [name]: [bytes, { attrs }] });
/** A file, and something of another kind, as Unix marks it. */
const ofKind = (mode: number, name: string) =>
  zipOf({ 'a.bin': noise(1), [name]: [new Uint8Array(), { os: 3, attrs: (mode << 16) >>> 0 }] });

test('a zip is accepted, compressed or not, with folders and a comment', async () => {
  expect(await problemOf(zipOf(files))).toBeUndefined();
  expect(await problemOf(zipOf({ 'a.bin': [noise(5000), { level: 0 }], 'empty/': new Uint8Array() }))).toBeUndefined();
  expect(await problemOf(streamed())).toBeUndefined();
  const file = { os: 3, attrs: (0o100_644 << 16) >>> 0 };
  const inside = { os: 3, attrs: ((0o040_755 << 16) | 0x10) >>> 0 };
  const names: Zippable = {
    'a/': [new Uint8Array(), inside],
    'a/café.bin': [noise(9), file],
    '.hidden': [noise(9), file],
  };
  expect(await problemOf(zipOf(names))).toBeUndefined();
  const comment = Buffer.from('Release of November');
  const zip = changed((bytes, _central, end) => bytes.writeUInt16LE(comment.length, end + 20));
  expect(await problemOf(Buffer.concat([zip, comment]))).toBeUndefined();
});

test.each<readonly [string, () => Uint8Array]>([
  ['noise', () => noise(5000)],
  ['nothing but zeros', () => new Uint8Array(100_000)],
  ['a page', () => Buffer.from('<!doctype html><title>PK</title>')],
  ['a zip without files', () => zipOf({})],
  ['a zip that was cut off', () => zipOf(files).subarray(0, -40)],
  ['a zip without its beginning', () => zipOf(files).subarray(1000)],
  ['a zip with something behind it', () => Buffer.concat([zipOf(files), Buffer.from('more')])],
  ['a damaged file', () => changed((zip) => zip.fill(0xff, 12_000, 12_100))],
  ['a wrong checksum', () => both(CHECKSUM, 12_345)],
  ['less inside than is said', () => both(UNCOMPRESSED, 30_000)],
  ['compressed bytes that end early', () => both(COMPRESSED, 15_000)],
  ['a file larger than the zip', () => both(COMPRESSED, 900_000)],
  [
    'an encrypted file',
    () => changed((zip, [first = 0]) => [first + FLAGS, 6].forEach((at) => zip.writeUInt16LE(1, at))),
  ],
  [
    'an unknown compression',
    () => changed((zip, [first = 0]) => [first + METHOD, 8].forEach((at) => zip.writeUInt16LE(12, at))),
  ],
  ['two names for one file', () => changed((zip) => zip.write('hub', 30, 'latin1'))],
  ['two sizes for one file', () => changed((zip) => zip.writeUInt32LE(1, 22))],
  ['two checksums for one file', () => changed((zip) => zip.writeUInt32LE(1, 14))],
  ['one file in another', oneInAnother],
  ['a file before those of the directory', () => withBytes('first')],
  ['a file between those of the directory', () => withBytes('second')],
  ['a file behind those of the directory', () => withBytes('behind')],
  ['fewer files than there are', () => changed((zip, _central, end) => zip.writeUInt16LE(2, end + 10))],
  ['a directory that ends early', () => changed((zip, _central, end) => zip.writeUInt32LE(60, end + 12))],
  ['a name that leads out of the folder', () => zipOf({ '../image.bin': noise(10) })],
  ['a name that leads out deeper', () => zipOf({ 'a/../../image.bin': noise(10) })],
  ['an absolute name', () => zipOf({ '/etc/image.bin': noise(10) })],
  ['a name of Windows', () => zipOf({ 'a\\image.bin': noise(10) })],
  ['a name that leads to itself', () => zipOf({ 'image.bin': noise(10), './image.bin': noise(10) })],
  ['a name with an empty part', () => zipOf({ 'a//image.bin': noise(10) })],
  ['an empty name', () => zipOf({ '': noise(10) })],
  ['a slash alone', () => zipOf({ 'a.bin': noise(1), '/': new Uint8Array() })],
  ['a name with NUL', () => zipOf({ 'image.bin\0.txt': noise(10) })],
  ['a name that is written backwards', () => zipOf({ 'image\u202enib.exe': noise(10) })],
  ['a name on a drive', () => zipOf({ 'c:image.bin': noise(10) })],
  ['a name of a device', () => zipOf({ 'a/Nul.bin': noise(10) })],
  ['a name of a device with a space', () => zipOf({ 'a/Con .bin': noise(10) })],
  ['a name of a console', () => zipOf({ CONIN$: noise(10) })],
  ['a name with what nobody sees', () => zipOf({ 'image\u034f.bin': noise(10) })],
  ['a name that Windows shortens', () => zipOf({ 'image.bin.': noise(10) })],
  ['twins in capitals', () => zipOf({ 'image.bin': noise(10), 'Image.BIN': noise(10) })],
  ['twins in another form of a letter', () => zipOf({ 'caf\u00e9.bin': noise(10), 'cafe\u0301.bin': noise(10) })],
  ['twins in small letters of one capital', () => zipOf({ '\u03c3.bin': noise(10), '\u03c2.bin': noise(10) })],
  ['twins in one capital and two', () => zipOf({ '\u00df.bin': noise(10), 'SS.bin': noise(10) })],
  ['a file and a folder of one name', () => zipOf({ image: noise(10), 'IMAGE/': new Uint8Array() })],
  ['a file in a file', () => zipOf({ image: noise(10), 'image/b.bin': noise(10) })],
  ['letters of an unknown alphabet', () => named('image.bin', Buffer.from('im\u00e4ge.bi', 'utf8'))],
  ['letters that are none', () => named('im\u00e4ge.bi', Buffer.from('im\xff\xffge.bi', 'latin1'))],
  ['another name in a field of its own', () => withOtherName('../../evil.sh', 'image.bin')],
  ['another name before its bytes', () => withOtherName('image.bin', 'image.bin', true)],
  ['a link in a field of its own', () => withField(0x75_6e)],
  ['a link in an older field of its own', () => withField(0x00_0d)],
  ['another name in a field of the Macintosh', () => withField(0x26_05)],
  ['folders alone', () => zipOf({ 'a/': new Uint8Array(), 'b/': new Uint8Array() })],
  ['a folder for DOS that is called a file', () => marked(0x10, 'image')],
  ['the name of a disk', () => marked(0x08, 'image')],
  ['a device of DOS', () => marked(0x40, 'image')],
  ['a link of Windows', () => marked(0x4_00, 'image')],
  ['a folder with bytes', () => marked(0x10, 'image/', noise(10))],
  ['a device', () => ofKind(0o020_666, 'image')],
  ['a disk', () => ofKind(0o060_666, 'image')],
  ['a pipe', () => ofKind(0o010_666, 'image')],
  ['a socket', () => ofKind(0o140_666, 'image')],
  ['a folder that is called a file', () => ofKind(0o040_777, 'image')],
  ['a file that is called a folder', () => ofKind(0o100_666, 'image/')],
  ['a link', () => zipOf({ image: [Buffer.from('/etc/passwd'), { os: 3, attrs: 0o120_777 << 16 }] })],
])('%s is no zip [T350]', async (_what, make) => {
  expect(await problemOf(make())).toBe('not_a_zip');
});

test('a second directory for programs that know large zips is none', async () => {
  const zip = zipOf(files);
  const end = endRecord(zip);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07_06_4b_50);
  locator.writeUInt32LE(end, 8);
  const record = Buffer.alloc(56);
  record.writeUInt32LE(0x06_06_4b_50);
  record.writeUInt32LE(44, 4);
  record.writeUInt32LE(1, 32);
  record.writeUInt32LE(centralHeaders(zip)[0] ?? 0, 48);
  const two = Buffer.concat([zip.subarray(0, end), record, locator, zip.subarray(end)]);
  expect(await problemOf(two)).toBe('not_a_zip');
});

const zeros = (megabytes: number) => new Uint8Array(megabytes * 1024 * 1024);

test.each<readonly [string, () => Uint8Array]>([
  ['a thousand times its size', () => zipOf({ 'a.bin': zeros(16) })],
  [
    'more than is said',
    () => {
      const zip = zipOf({ 'a.bin': zeros(4) });
      zip.writeUInt32LE(1000, (centralHeaders(zip)[0] ?? 0) + UNCOMPRESSED);
      zip.writeUInt32LE(1000, UNCOMPRESSED - 2);
      return zip;
    },
  ],
  ['more than is allowed', () => both(UNCOMPRESSED, 900 * 1024 * 1024)],
  [
    'too many files',
    () =>
      zipOf(Object.fromEntries(Array.from({ length: 1001 }, (_, index) => [`${index}.bin`, [noise(1), { level: 0 }]]))),
  ],
  [
    'a huge directory',
    () =>
      zipOf(
        Object.fromEntries(
          Array.from({ length: 20 }, (_, index) => [`${index}.bin`, [noise(1), { comment: 'x'.repeat(60_000) }]]),
        ),
      ),
  ],
])('a zip with %s inside is too large [T351]', async (_what, make) => {
  expect(await problemOf(make())).toBe('too_large_inside');
});

test('a file that cannot be read is no fault of its sender', async () => {
  await expect(problemOfZip(join(folder, 'missing.zip'))).rejects.toMatchObject({ code: 'ENOENT' });
});

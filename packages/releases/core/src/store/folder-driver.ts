import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, constants, link, mkdir, open, readdir, readFile, rm, stat } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { hasCode } from '@portal/node-kit/error-code';
import type { Content, StoreDriver } from '../format/driver.ts';
import { changedFile, DriverError, UnsettledError } from '../format/driver.ts';
import { keepReserve, writeWithReserve } from './disk-reserve.ts';
import { ARTIFACTS, isKey } from '../format/keys.ts';

/** Folder of half-written files; no key begins with a dot. */
const INCOMING = '.incoming';
/** The file of an interrupted writer is removed after this time, in milliseconds. */
const LEFT_BEHIND_MS = 24 * 60 * 60 * 1000;
const CHUNK_BYTES = 64 * 1024;

/** Moments within a write, in order; tests end the process at each of them. */
export const FOLDER_MOMENTS = [
  'folders-made',
  'file-opened',
  'half-written',
  'written',
  'synced',
  'linked',
  'temporary-removed',
  'folder-synced',
] as const;
type FolderMoment = (typeof FOLDER_MOMENTS)[number];

interface FolderDriverOptions {
  /** Called at every moment within a write; for tests. */
  readonly onMoment?: ((moment: FolderMoment) => void) | undefined;
}

type OnMoment = (moment: FolderMoment) => void;

async function syncFolder(folder: string): Promise<void> {
  // Windows (untested) opens no folders; its file system keeps a journal of its own.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Creates a folder, and makes sure that it survives a power cut. */
async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true });
  if (first === undefined) return;
  for (let made = folder; made.length >= first.length; made = dirname(made)) await syncFolder(dirname(made));
}

/** @throws at the end of a file whose bytes are not those that were hashed. */
async function* readChunks(content: Content): AsyncGenerator<Uint8Array> {
  if (!('path' in content)) {
    for (let at = 0; at < content.length; at += CHUNK_BYTES) yield content.subarray(at, at + CHUNK_BYTES);
    return;
  }
  const hash = createHash('sha256');
  const chunks: AsyncIterable<Uint8Array> = createReadStream(content.path, { highWaterMark: CHUNK_BYTES });
  for await (const chunk of chunks) {
    hash.update(chunk);
    yield chunk;
  }
  if (hash.digest('hex') !== content.sha256) throw changedFile(content);
}

async function writeDurably(file: string, content: Content, onMoment: OnMoment): Promise<void> {
  let left = 'path' in content ? content.size : content.length;
  const handle = await open(file, 'wx');
  try {
    onMoment('file-opened');
    for await (const chunk of readChunks(content)) {
      await handle.appendFile(chunk);
      left -= chunk.length;
      if (left > 0) onMoment('half-written');
    }
    onMoment('written');
    await handle.sync();
    onMoment('synced');
  } finally {
    await handle.close();
  }
}

async function isThere(file: string): Promise<boolean> {
  try {
    await access(file);
    return true;
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return false;
    throw error;
  }
}

/** Ignores a failure: a later write removes the file. */
async function removeTemporary(file: string): Promise<void> {
  await rm(file, { force: true }).catch(() => undefined);
}

async function removeLeftBehind(incoming: string): Promise<void> {
  for (const name of await readdir(incoming)) {
    const file = join(incoming, name);
    // Another writer may have removed it meanwhile.
    const found = await stat(file).catch(() => undefined);
    if (found && Date.now() - found.mtimeMs > LEFT_BEHIND_MS) await rm(file, { force: true });
  }
}

/**
 * Gives a written file its name, unless the name is taken. link(2) alone handles concurrent writers: it fails if the
 * name is taken, and a half-written file never has its name. A network folder may report an error for a link that was
 * made: then the file has two names.
 */
async function takeName(temporary: string, file: string): Promise<boolean> {
  try {
    await link(temporary, file);
    return true;
  } catch (error) {
    const { nlink } = await stat(temporary).catch(() => ({ nlink: 1 }));
    if (nlink > 1) return true;
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  }
}

/** Creates a file completely and durably, unless there is one. */
async function createFile(
  root: string,
  file: string,
  content: Content,
  onMoment: OnMoment,
): Promise<'created' | 'exists'> {
  const folder = dirname(file);
  if (await isThere(file)) {
    // The process that wrote it may have ended before its name was durable.
    await syncFolder(folder);
    onMoment('folder-synced');
    return 'exists';
  }
  const incoming = join(root, INCOMING);
  await makeFolder(folder);
  await makeFolder(incoming);
  await removeLeftBehind(incoming);
  onMoment('folders-made');
  const temporary = join(incoming, randomUUID());
  let isOurs = false;
  try {
    await writeDurably(temporary, content, onMoment);
    isOurs = await takeName(temporary, file);
    if (isOurs) onMoment('linked');
    await removeTemporary(temporary);
    if (isOurs) onMoment('temporary-removed');
    await syncFolder(folder);
    if (isOurs) onMoment('folder-synced');
  } catch (error) {
    await removeTemporary(temporary);
    throw isOurs ? new UnsettledError(file, error) : error;
  }
  return isOurs ? 'created' : 'exists';
}

/** Artifacts leave the reserve alone. Releases, yanks and prunes, which repair a portal or make space, may use it. */
async function createWithReserve(
  root: string,
  key: string,
  create: () => Promise<'created' | 'exists'>,
): Promise<'created' | 'exists'> {
  if (!key.startsWith(ARTIFACTS)) return writeWithReserve(root, create);
  await keepReserve(root);
  return create();
}

/** Runs an operation; returns `absent` when there is no such file. Every other error is a DriverError. */
async function attempt<Value, Absent>(
  kind: 'read' | 'write',
  file: string,
  operation: () => Promise<Value>,
  absent: () => Absent,
): Promise<Value | Absent> {
  try {
    return await operation();
  } catch (error) {
    if (error instanceof DriverError) throw error;
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return absent();
    // No object has a name that the file system does not allow.
    if (kind === 'read' && hasCode(error, 'ENAMETOOLONG')) return absent();
    throw new DriverError(kind, file, error);
  }
}

/** A store's driver on a folder of a file system with hard links. The folder is made with the first object. */
export function folderDriver(path: string, { onMoment = () => {} }: FolderDriverOptions = {}): StoreDriver {
  const root = resolve(path);
  const toFileName = (key: string) => {
    if (!isKey(key)) throw new RangeError(`"${key}" is not a key of a store`);
    return join(root, ...key.split('/'));
  };
  return {
    place: root,

    async prepare() {
      try {
        await makeFolder(root);
        await access(root, constants.W_OK);
      } catch (error) {
        throw new DriverError('write', root, error);
      }
    },

    async get(key) {
      const file = toFileName(key);
      return attempt(
        'read',
        file,
        () => readFile(file),
        () => undefined,
      );
    },

    async has(key) {
      const file = toFileName(key);
      return attempt(
        'read',
        file,
        async () => (await stat(file)).isFile(),
        () => false,
      );
    },

    async list(prefix) {
      const folder = prefix === '' ? root : toFileName(prefix.replace(/\/$/, ''));
      const entries = await attempt(
        'read',
        folder,
        () => readdir(folder, { recursive: true, withFileTypes: true }),
        () => [],
      );
      return entries
        .filter((entry) => entry.isFile())
        .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
        .filter(isKey);
    },

    async create(key, content) {
      const file = toFileName(key);
      return attempt(
        'write',
        file,
        () => createWithReserve(root, key, () => createFile(root, file, content, onMoment)),
        () => {
          throw new DriverError('write', file, new Error('its folder is gone'));
        },
      );
    },

    async remove(key) {
      const file = toFileName(key);
      await attempt(
        'write',
        file,
        async () => {
          await rm(file);
          await syncFolder(dirname(file));
        },
        () => undefined,
      );
    },
  };
}

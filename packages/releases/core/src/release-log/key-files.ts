import { randomUUID } from 'node:crypto';
import { appendFile, link, mkdir, open, readFile, rm } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { hasCode } from '@portal/node-kit/error-code';
import { getErrorMessage, PlainError } from '@portal/node-kit/plain-error';
import { readTable, stateError } from '@portal/node-kit/setting-table';
import type { Setting } from '@portal/node-kit/setting-table';
import { formatText } from '@portal/node-kit/settings';
import type { Environment } from '@portal/node-kit/settings';
import type { Actor } from './actor.ts';
import { LogError } from './log-error.ts';
import type { StoreAccess, LogSigner } from './logged-documents.ts';
import type { Signer } from './signed-note.ts';
import { newKey, NoteError, readSigner, readVerifier } from './signed-note.ts';

/** The files of the key that signs, and of those that are trusted. */
interface KeyFiles {
  readonly key: string;
  readonly trusted: string;
  /** Whether the key is made when there is none: not if somebody has named its file. */
  readonly isMade: boolean;
}

/**
 * RELEASE_KEY and LOG_KEYS, else `release-key.pem` and `trusted-keys` in the folder of the state: PORTAL_STATE, else
 * ".portal".
 */
export function keyFiles(environment: Environment = process.env, state?: string): KeyFiles {
  const folder = resolve((state ?? formatText(environment, 'PORTAL_STATE')) || '.portal');
  const key = formatText(environment, 'RELEASE_KEY');
  return {
    key: resolve(key || join(folder, 'release-key.pem')),
    trusted: resolve(formatText(environment, 'LOG_KEYS') || join(folder, 'trusted-keys')),
    isMade: key === '',
  };
}

async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw new PlainError(`${file} cannot be read: ${getErrorMessage(error)}`);
  }
}

function explain<Value>(file: string, read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    if (error instanceof NoteError) throw new PlainError(`${file}: ${error.message}.`);
    throw error;
  }
}

/** The keys in a text, one in a line ("NAME+ID+KEY"); lines that begin with "#" are comments. */
export function keysIn(text: string): readonly string[] {
  const lines = text.split('\n').map((line) => line.trim());
  return lines.filter((line) => line !== '' && !line.startsWith('#'));
}

/** The keys in a file. None if there is no file. */
export async function readTrustedKeys(file: string): Promise<readonly string[]> {
  const keys = keysIn((await readIfThere(file)) ?? '');
  for (const key of keys) explain(file, () => readVerifier(key));
  return keys;
}

/** What somebody with these files trusts: the keys in the file, and the one that signs here. */
async function trustedKeys(files: KeyFiles): Promise<readonly string[]> {
  const own = await readIfThere(files.key);
  const keys = await readTrustedKeys(files.trusted);
  return own === undefined ? keys : [...keys, explain(files.key, () => readSigner(own)).vkey];
}

/**
 * Adds a key to the file of the trusted ones, unless that is somebody else's to write: they decide then whom they
 * trust.
 */
async function trust(file: string, vkey: string): Promise<void> {
  try {
    await mkdir(dirname(file), { recursive: true });
    await appendFile(file, `${vkey}\n`);
  } catch (error) {
    if (!hasCode(error, 'EACCES', 'EPERM', 'EROFS')) throw error;
  }
}

/** Opens a file that only its owner may read, in a folder that is made if there is none. */
async function openNew(file: string): Promise<FileHandle> {
  try {
    await mkdir(dirname(file), { recursive: true });
    return await open(file, 'wx', 0o600);
  } catch (error) {
    throw stateError(error);
  }
}

/**
 * Makes the key, unless another process has just done so. It is complete, and its owner's alone, before it has its
 * name.
 */
async function makeKey({ key, trusted }: KeyFiles): Promise<void> {
  const temporary = `${key}.${randomUUID()}`;
  const pem = newKey();
  const handle = await openNew(temporary);
  try {
    await handle.writeFile(pem);
    await handle.sync();
  } finally {
    await handle.close();
  }
  try {
    await link(temporary, key);
    await trust(trusted, readSigner(pem).vkey);
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  } finally {
    await rm(temporary, { force: true });
  }
}

/** The key in these files. Without one, it is made where a new key may sign. @throws {PlainError} */
async function readKey(files: KeyFiles, mayBeNew: boolean): Promise<Signer> {
  if (files.isMade && mayBeNew && (await readIfThere(files.key)) === undefined) await makeKey(files);
  const text = await readIfThere(files.key);
  if (text !== undefined) return explain(files.key, () => readSigner(text));
  if (!files.isMade)
    throw new PlainError(`RELEASE_KEY: there is no file ${files.key}. Name one with a private key, as PEM.`);
  throw new LogError(
    'not-allowed',
    `There is no key ${files.key}, and the log has to name the key that signs.`,
    'Set RELEASE_KEY to a file with one. A new one is made by "npm run release -- store keys"; then somebody whose key the log names adds it: ' +
      'npm run release -- store keys add KEY --reason "…"',
  );
}

export interface KeyOptions {
  /**
   * The folder with the keys, unless RELEASE_KEY and LOG_KEYS name their files: PORTAL_STATE by default, else
   * ".portal".
   */
  readonly state?: string | undefined;
  readonly actor?: Actor | undefined;
  /** For whom the key signs if it begins the log. */
  readonly role?: LogSigner['role'] | undefined;
}

/**
 * How somebody with keys in files opens a store. The key is made for the first entry of a log; that of a service for
 * any, as the refusal then names the key that its operator has to add.
 */
export function accessWithKeys({ state, actor = operator(), role = 'break-glass' }: KeyOptions = {}): StoreAccess {
  const files = keyFiles(process.env, state);
  const signer = async (mayBeNew: boolean) => ({ signer: await readKey(files, mayBeNew || role === 'service'), role });
  return { trusted: () => trustedKeys(files), signer, actor };
}

/** How somebody opens a store to read it. */
export function accessToRead(): StoreAccess {
  const files = keyFiles();
  return { trusted: () => trustedKeys(files) };
}

/** Who changes a store with a command. */
export const RELEASE_BY: Setting<string | undefined> = {
  description: 'who gives the command, unless `--by` says it',
  default: 'the user of this machine',
  read: (text) => text || undefined,
};

function operator(environment: Environment = process.env): Actor {
  const { RELEASE_BY: name } = readTable({ RELEASE_BY }, environment);
  return { kind: 'operator', name: name ?? (userName() || 'somebody') };
}

/** Undefined in a container that has no entry for its user. */
export function userName(): string | undefined {
  try {
    return userInfo().username;
  } catch {
    return undefined;
  }
}

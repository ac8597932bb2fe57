import { withoutStop } from '../format/format-values.ts';
import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { valid } from 'semver';
import type { ArtifactManifest } from '@portal/contract/artifact';
import { parseArtifactManifest, SOURCE_MAPS_FILE } from '@portal/contract/artifact';
import type { Provenance } from '@portal/contract/provenance';
import { parseProvenance, PROVENANCE_FILE } from '@portal/contract/provenance';
import { constants } from 'node:fs';
import { getErrorMessage } from '@portal/node-kit/plain-error';
import { hasCode } from '@portal/node-kit/error-code';
import { checkLimits } from '../policy/limits.ts';
import type { Rule } from '../policy/refusal.ts';
import { refusal, RefusedError, refuseIfAny } from '../policy/refusal.ts';
import { fromBytes } from '../format/documents.ts';
import type { FileRecord } from '../format/integrity.ts';
import { mismatch, sha256Hex } from '../format/integrity.ts';

/** A file that is no regular one, is too large, or cannot be read. The message ends without a full stop. */
class UnusableFileError extends Error {}

/** Follows no link, and does not wait for the writer of a pipe. */
const FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

async function readOpened(file: string, limit: number): Promise<Uint8Array> {
  const handle = await open(file, FLAGS);
  try {
    const stats = await handle.stat();
    if (!stats.isFile()) throw new UnusableFileError(`${file} is not a regular file`);
    if (stats.size <= limit) return await handle.readFile();
    const sizes = `it has ${String(stats.size)} bytes, and at most ${String(limit)} are expected`;
    throw new UnusableFileError(`${file} is too large: ${sizes}`);
  } finally {
    await handle.close();
  }
}

/** Reads a regular file of at most `limit` bytes. Looks at kind and size first. @throws {UnusableFileError} */
async function readRegularFile(file: string, limit: number): Promise<Uint8Array> {
  try {
    return await readOpened(file, limit);
  } catch (error) {
    if (error instanceof UnusableFileError) throw error;
    if (hasCode(error, 'ELOOP')) throw new UnusableFileError(`${file} is a symbolic link`, { cause: error });
    if (hasCode(error, 'ENXIO')) throw new UnusableFileError(`${file} is not a regular file`, { cause: error });
    const reason = getErrorMessage(error);
    throw new UnusableFileError(`${file} cannot be read: ${reason}`, { cause: error });
  }
}

const MANIFEST = 'manifest.json';
/** More than the limit of a manifest (policy/limits.ts), because of the spaces in the file. */
const MANIFEST_BYTES = 1024 * 1024;
const PROVENANCE_BYTES = 64 * 1024;

/** A build: its manifest, where it comes from, and the bytes of every file that the manifest lists. */
export interface Build {
  readonly manifest: ArtifactManifest;
  readonly provenance: Provenance;
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** The archive of the source maps; absent in a build without them. */
  readonly sourceMaps?: Uint8Array | undefined;
}

function refuse(rule: Rule, file: string, problem: string, cause?: unknown): never {
  throw new RefusedError([refusal(rule, [file, MANIFEST], problem)], cause);
}

/**
 * Lower case only, because file systems may take "1.0.0-RC" and "1.0.0-rc" for the same; no hyphen at either end of a
 * word.
 */
const SUFFIX = /^(-[0-9a-z]+(-[0-9a-z]+)*(\.[0-9a-z]+(-[0-9a-z]+)*)*)?$/;

/** @throws unless it is a version by semver.org in lower case. */
export function checkVersionForm(version: string): void {
  const suffix = version.replace(/^\d+\.\d+\.\d+/, '');
  // An overlong version has a refusal of its own.
  if (SUFFIX.test(suffix) && (valid(version) === version || version.length > 256)) return;
  throw new Error(
    `"version" is "${version.slice(0, 100)}", which is no version by semver.org in lower case, such as "1.2.3"`,
  );
}

/** Names of fields that the schemas leave out unread, because they mean something else to JavaScript. */
const UNREAD = new Set(['__proto__', 'constructor', 'prototype']);

/** A field that is not read would be published without having been checked. @throws if there is one. */
export function checkFieldNames(document: unknown): void {
  JSON.stringify(document, (name, field: unknown) => {
    if (UNREAD.has(name)) throw new Error(`it has a field "${name}", and no field may be called so`);
    return field;
  });
}

/** Reads a document of the build. @throws {RefusedError} */
async function readDocument<Document>(
  rule: Rule,
  file: string,
  limit: number,
  parse: (document: unknown) => Document,
): Promise<Document> {
  try {
    const document = fromBytes(await readRegularFile(file, limit));
    checkFieldNames(document);
    return parse(document);
  } catch (error) {
    // The message may quote the document.
    const reason = getErrorMessage(error).slice(0, 500);
    refuse(rule, file, `${file} cannot be used: ${withoutStop(reason)}.`, error);
  }
}

function readManifest(folder: string): Promise<ArtifactManifest> {
  return readDocument('manifest', join(folder, MANIFEST), MANIFEST_BYTES, (document) => {
    const manifest = parseArtifactManifest(MANIFEST, document);
    checkVersionForm(manifest.version);
    return manifest;
  });
}

function readProvenance(folder: string): Promise<Provenance> {
  return readDocument('provenance', join(folder, PROVENANCE_FILE), PROVENANCE_BYTES, (document) =>
    parseProvenance(PROVENANCE_FILE, document),
  );
}

/** Reads a file that the manifest lists, unless it is larger than the manifest says. */
async function readListed(file: string, record: FileRecord): Promise<Uint8Array> {
  const bytes = await readRegularFile(file, record.size).catch((error: unknown) => {
    if (!(error instanceof UnusableFileError)) throw error;
    refuse('files-differ', file, `${error.message}.`, error);
  });
  const wrong = mismatch(bytes, record);
  if (wrong !== undefined) refuse('files-differ', file, `${file} is not what the manifest says: ${wrong}.`);
  return bytes;
}

/** What is wrong with a file's name, which has the hash of its bytes; undefined if nothing is. `sha256` in hex. */
export function wrongName(file: string, sha256: string): string | undefined {
  const [named, actual] = [/\.([0-9a-f]{16})\.\w+$/.exec(file)?.[1], sha256.slice(0, 16)];
  return named === actual
    ? undefined
    : `${file} has the hash ${String(named)} in its name, and its bytes have ${actual}.`;
}

/** The same for a file that has the hash of its bytes in its name. */
async function readNamed(file: string, record: FileRecord): Promise<Uint8Array> {
  const bytes = await readListed(file, record);
  const wrong = wrongName(file, sha256Hex(bytes));
  if (wrong !== undefined) refuse('file-name', file, wrong);
  return bytes;
}

async function listFolder(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    refuse('files-differ', folder, `${folder} cannot be read: ${withoutStop(String(error))}.`, error);
  }
}

/**
 * Reads a build's folder, every byte, and checks it against its manifest.
 * @throws {RefusedError} when a limit is exceeded, or a file is missing, no regular file, differs from the manifest or
 * is not in it.
 */
export async function readBuild(folder: string): Promise<Build> {
  const manifest = await readManifest(folder);
  refuseIfAny(checkLimits(manifest));
  const provenance = await readProvenance(folder);
  const present = new Set(await listFolder(folder));
  for (const document of [MANIFEST, PROVENANCE_FILE]) present.delete(document);
  const place = (name: string): string => {
    const file = join(folder, name);
    if (!present.delete(name)) refuse('files-differ', file, `${file} is missing, but the manifest lists it.`);
    return file;
  };
  const files = new Map<string, Uint8Array>();
  for (const [name, record] of Object.entries(manifest.files)) files.set(name, await readNamed(place(name), record));
  const sourceMaps = manifest.sourceMaps && (await readListed(place(SOURCE_MAPS_FILE), manifest.sourceMaps));
  const [unlisted] = present;
  if (unlisted !== undefined) {
    refuse('files-differ', join(folder, unlisted), `${join(folder, unlisted)} is not in the manifest.`);
  }
  return { manifest, provenance, files, sourceMaps };
}

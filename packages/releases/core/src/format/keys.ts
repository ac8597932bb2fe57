import { fileName, version as versionSchema } from '@portal/contract/artifact';
import { partName } from '@portal/contract/declaration';
import { parseInput } from '@portal/contract/parse';
import * as v from 'valibot';
import type { FileRecord } from './integrity.ts';
import { toHex } from './integrity.ts';

const KEY = /^[A-Za-z0-9_-][A-Za-z0-9._-]*(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/;

/** Whether a text can be the key of an object. No part of a key begins with a dot. */
export const isKey = (text: string): boolean => KEY.test(text);

/** Folder of the releases. Their file names are their numbers, with at least six digits. */
export const RELEASES = 'releases/';

/** Folder of the artifacts, each in the folder of its part. */
export const ARTIFACTS = 'artifacts/';

/** Folder of a part's files. @throws {InvalidInputError} for an invalid name. */
export function filesPrefix(name: string): string {
  return `${ARTIFACTS}${parseInput("a part's name", partName, name)}/`;
}

/** Key of a file of an artifact. @throws {InvalidInputError} for an invalid name, such as "..". */
export function fileKey(name: string, file: string): string {
  return `${filesPrefix(name)}${parseInput("a file's name", fileName, file)}`;
}

/** Folder of the manifests of a part's versions. @throws {InvalidInputError} for an invalid name. */
export function versionsPrefix(name: string): string {
  return `${filesPrefix(name)}versions/`;
}

/** Key of the manifest of one version of a part. @throws {InvalidInputError} for an invalid name or version. */
export function manifestKey(name: string, version: string): string {
  return `${versionsPrefix(name)}${parseInput('a version', versionSchema, version)}.json`;
}

/** The version in a manifest's key; undefined for a foreign file. */
export function versionOfKey(key: string): string | undefined {
  const version = /\/versions\/(.+)\.json$/.exec(key)?.[1];
  return v.is(versionSchema, version) ? version : undefined;
}

/**
 * Key of the source maps of one version of a part, with a hash of their bytes: what an interrupted publication leaves
 * never stands for those of another build. @throws {InvalidInputError} for an invalid name or version.
 */
export function sourceMapsKey(name: string, version: string, record: FileRecord): string {
  const hash = toHex(record).slice(0, 16);
  return `${filesPrefix(name)}source-maps/${parseInput('a version', versionSchema, version)}.${hash}.zip`;
}

/** Folders of the records of yanked and pruned versions. */
export const MARKS = ['yanked', 'pruned'] as const;
export type Mark = (typeof MARKS)[number];

/** Folder of the records of a part's versions. @throws {InvalidInputError} for an invalid name. */
export function marksPrefix(mark: Mark, name: string): string {
  return `${mark}/${parseInput("a part's name", partName, name)}/`;
}

/** Key of the record of a version. @throws {InvalidInputError} for an invalid name or version. */
export function markKey(mark: Mark, name: string, version: string): string {
  return `${marksPrefix(mark, name)}${parseInput('a version', versionSchema, version)}.json`;
}

/**
 * Folders of the numbered records of versions: their checks, where they were copied from, and how their visits went.
 */
export const RECORDS = ['checks', 'copies', 'evidence'] as const;
export type RecordKind = (typeof RECORDS)[number];

/** Folder of the records of a version. @throws {InvalidInputError} for an invalid name or version. */
export function recordsPrefix(record: RecordKind, name: string, version: string): string {
  return `${record}/${parseInput("a part's name", partName, name)}/${parseInput('a version', versionSchema, version)}/`;
}

const toDigits = (number: number) => String(number).padStart(6, '0');

/** Key of a record of a version. @throws {InvalidInputError} for an invalid name or version. */
export function recordKey(record: RecordKind, name: string, version: string, number: number): string {
  return `${recordsPrefix(record, name, version)}${toDigits(number)}.json`;
}

export function releaseKey(number: number): string {
  return `${RELEASES}${toDigits(number)}.json`;
}

/** The number in a release's key; undefined for a foreign file. */
export function numberOfKey(key: string): number | undefined {
  const digits = /^releases\/(\d{6,15})\.json$/.exec(key)?.[1];
  const number = Number(digits);
  return digits !== undefined && releaseKey(number) === key && number > 0 ? number : undefined;
}

/**
 * Folders of settings whose file names are their numbers, of which the highest counts: the access rules, and what a
 * watcher does.
 */
const SETTINGS = ['configuration', 'watching'] as const;
export type SettingsKind = (typeof SETTINGS)[number];

export function settingsKey(kind: SettingsKind, number: number): string {
  return `${kind}/${toDigits(number)}.json`;
}

/** Folder and number in the key of settings; undefined for a foreign file. */
export function parseSettingsKey(key: string): { readonly is: SettingsKind; readonly number: number } | undefined {
  const is = SETTINGS.find((each) => key.startsWith(`${each}/`));
  const number = Number(/^[a-z]+\/(\d{6,9})\.json$/.exec(key)?.[1]);
  return is !== undefined && number > 0 && settingsKey(is, number) === key ? { is, number } : undefined;
}

/** Folder of the requests that wait for a second person's yes, each with its answer. */
export const APPROVALS = 'approvals/';
const APPROVAL = /^approvals\/([0-9a-f]{16})\/(request|answer)\.json$/;

export function approvalKey(id: string, document: 'request' | 'answer'): string {
  return `${APPROVALS}${id}/${document}.json`;
}

/** The request in the key of an approval; undefined for a foreign file. */
export function approvalOfKey(
  key: string,
): { readonly id: string; readonly document: 'request' | 'answer' } | undefined {
  const [, id, document] = APPROVAL.exec(key) ?? [];
  return id === undefined ? undefined : { id, document: document === 'request' ? 'request' : 'answer' };
}

/** Folder of the log's entries. Their names are their indices, with at least six digits. */
export const LOG = 'log/';

export function entryKey(index: number): string {
  return `${LOG}${String(index).padStart(6, '0')}.json`;
}

/** The index in an entry's key; undefined for a foreign file. */
function indexOfKey(key: string): number | undefined {
  const digits = /^log\/(\d{6,15})\.json$/.exec(key)?.[1];
  const index = Number(digits);
  return digits !== undefined && entryKey(index) === key ? index : undefined;
}

/** The kind of an object, by its key alone. */
export type Kind =
  | { readonly is: 'release' | SettingsKind; readonly number: number }
  | { readonly is: 'approval'; readonly id: string; readonly document: 'request' | 'answer' }
  | { readonly is: 'manifest' | 'source-maps' | Mark; readonly name: string; readonly version: string }
  | { readonly is: RecordKind; readonly name: string; readonly version: string; readonly number: number }
  | { readonly is: 'file'; readonly name: string; readonly file: string }
  | { readonly is: 'log'; readonly index: number }
  | { readonly is: 'foreign' };

/** Reads a key. Any key that does not follow the store's pattern is foreign. */
export function classifyKey(key: string): Kind {
  const number = numberOfKey(key);
  if (number !== undefined) return { is: 'release', number };
  const settings = parseSettingsKey(key);
  if (settings) return settings;
  const approval = approvalOfKey(key);
  if (approval) return { is: 'approval', ...approval };
  const index = indexOfKey(key);
  if (index !== undefined) return { is: 'log', index };
  const [top, name, ...rest] = key.split('/');
  const [last = ''] = rest.slice(-1);
  if (!v.is(partName, name)) return { is: 'foreign' };
  const version = last.replace(/\.json$/, '');
  const isVersion = last.endsWith('.json') && v.is(versionSchema, version);
  const mark = MARKS.find((each) => each === top);
  if (mark && rest.length === 1 && isVersion) return { is: mark, name, version };
  const record = RECORDS.find((each) => each === top);
  const [recorded = ''] = rest;
  const ordinal = Number(/^(\d{6,15})\.json$/.exec(last)?.[1] ?? 0);
  if (
    record &&
    rest.length === 2 &&
    ordinal > 0 &&
    last === `${toDigits(ordinal)}.json` &&
    v.is(versionSchema, recorded)
  )
    return { is: record, name, version: recorded, number: ordinal };
  if (top !== 'artifacts') return { is: 'foreign' };
  if (rest.length === 2 && rest[0] === 'versions' && isVersion) return { is: 'manifest', name, version };
  const mapped =
    rest.length === 2 && rest[0] === 'source-maps' ? /^(.+)\.[0-9a-f]{16}\.zip$/.exec(last)?.[1] : undefined;
  if (v.is(versionSchema, mapped)) return { is: 'source-maps', name, version: mapped };
  return rest.length === 1 && v.is(fileName, last) ? { is: 'file', name, file: last } : { is: 'foreign' };
}

/**
 * Whether an object is a document, which counts only if the log has it. The log has files by the manifests that list
 * them.
 */
export function isDocument(key: string): boolean {
  return !['file', 'source-maps', 'log', 'foreign'].includes(classifyKey(key).is);
}

import type { ArtifactManifest } from '@portal/contract/artifact';
import { createHash } from 'node:crypto';
import type { Content } from './driver.ts';

/** A file's entry in a manifest: its hash (Subresource Integrity) and its size in bytes. */
export interface FileRecord {
  readonly integrity: string;
  readonly size: number;
}

/** The hash of bytes for Subresource Integrity: "sha256-…". */
export function computeIntegrity(bytes: Uint8Array): string {
  return `sha256-${createHash('sha256').update(bytes).digest('base64')}`;
}

/** SHA-256 of bytes in hex; each release has that of the one before it. */
export function sha256Hex(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** The hash in a file's record, in hex. */
export function toHex({ integrity }: FileRecord): string {
  return Buffer.from(integrity.slice('sha256-'.length), 'base64').toString('hex');
}

/** The record of bytes or of a file. */
export function toRecord(content: Content): FileRecord {
  if (!('path' in content)) return { integrity: computeIntegrity(content), size: content.length };
  return { integrity: `sha256-${Buffer.from(content.sha256, 'hex').toString('base64')}`, size: content.size };
}

/** How bytes differ from the record; undefined if they match. */
export function mismatch(bytes: Uint8Array, { integrity, size }: FileRecord): string | undefined {
  if (bytes.length !== size) return `it has ${String(bytes.length)} bytes, and ${String(size)} are expected`;
  const actual = computeIntegrity(bytes);
  return actual === integrity ? undefined : `its hash is ${actual}, and ${integrity} is expected`;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** Paths of the fields that differ between two JSON documents, such as "files.entry.0123456789abcdef.js.size". */
function differences(a: unknown, b: unknown, path = ''): readonly string[] {
  if (!isObject(a) || !isObject(b)) return Object.is(a, b) ? [] : [path];
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...keys].sort().flatMap((key) => differences(a[key], b[key], path === '' ? key : `${path}.${key}`));
}

/** The same for two builds of a version. */
export const buildDifferences = (a: ArtifactManifest, b: ArtifactManifest): readonly string[] => differences(a, b);

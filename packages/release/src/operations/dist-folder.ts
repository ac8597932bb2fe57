import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { valid } from 'semver';
import type { ArtifactManifest } from '@portal/contract/artifact';
import { parseArtifactManifest } from '@portal/contract/artifact';
import { RefusedError } from '../policy/refusal.ts';
import { mismatch } from '../store/integrity.ts';
import type { Rule } from '../policy/refusal.ts';

const MANIFEST = 'manifest.json';

/** A build: its manifest, and the bytes of every file that the manifest lists. */
export interface Build {
  readonly manifest: ArtifactManifest;
  readonly files: ReadonlyMap<string, Uint8Array>;
}

function refuse(rule: Rule, file: string, problem: string, cause?: unknown): never {
  const remedy = rule === 'file-unlisted' ? 'Remove it, or build the part again.' : 'Build the part again.';
  throw new RefusedError([{ rule, sides: [file, MANIFEST], problem, remedy }], cause);
}

async function readManifest(folder: string): Promise<ArtifactManifest> {
  const file = join(folder, MANIFEST);
  try {
    const manifest = parseArtifactManifest(file, JSON.parse(await readFile(file, 'utf8')));
    if (valid(manifest.version) === manifest.version) return manifest;
    throw new Error(
      `${file}: "version" is "${manifest.version}", which is not a version by semver.org, such as "1.2.3"`,
    );
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    refuse('manifest', file, `${file} cannot be used: ${reason}.`, error);
  }
}

/**
 * Reads a build's folder, every byte, and checks it against its manifest.
 * @throws {RefusedError} when a file is missing, differs from the manifest, or is not in the manifest.
 */
export async function readBuild(folder: string): Promise<Build> {
  const manifest = await readManifest(folder);
  const present = new Set(await readdir(folder));
  present.delete(MANIFEST);
  const files = new Map<string, Uint8Array>();
  for (const [file, record] of Object.entries(manifest.files)) {
    if (!present.delete(file)) {
      refuse('file-missing', join(folder, file), `${join(folder, file)} is missing, but the manifest lists it.`);
    }
    const bytes = await readFile(join(folder, file));
    const wrong = mismatch(bytes, record);
    if (wrong !== undefined) {
      refuse('file-differs', join(folder, file), `${join(folder, file)} is not what the manifest says: ${wrong}.`);
    }
    files.set(file, bytes);
  }
  const [unlisted] = present;
  if (unlisted !== undefined) {
    refuse('file-unlisted', join(folder, unlisted), `${join(folder, unlisted)} is not in the manifest.`);
  }
  return { manifest, files };
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

/** The same for two builds of a version. Ignores the time of the build, because the same bytes can be published again. */
export function buildDifferences(a: ArtifactManifest, b: ArtifactManifest): readonly string[] {
  const [{ builtAt: _a, ...left }, { builtAt: _b, ...right }] = [a, b];
  return differences(left, right);
}

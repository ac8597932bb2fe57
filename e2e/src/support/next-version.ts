import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { liveDocument, releaseCommand } from './releases.ts';

/** What the store has of a version, besides its files: of the manifest, what changes with their bytes. */
interface StoredVersion {
  readonly manifest: { readonly version: string; readonly files: Readonly<Record<string, unknown>> };
  readonly provenance: unknown;
}

/** The tests' own store; what it has is trusted here. */
const parse = (text: string) => JSON.parse(text) as StoredVersion;

const hashIn = (name: string) => /\.([0-9a-f]{16})\.(?:js|css)$/.exec(name)?.[1];
const nextAfter = (version: string) => `9.0.${Number(/^9\.0\.(\d+)$/.exec(version)?.[1] ?? 0) + 1}`;

/** The files of a version as those of another one: other bytes, and so other names, in every script and style sheet. */
function renewed(
  files: ReadonlyMap<string, Buffer>,
  change: (text: string) => string,
): { readonly files: ReadonlyMap<string, Buffer>; readonly hashes: ReadonlyMap<string, string> } {
  const hashes = new Map<string, string>();
  const result = new Map<string, Buffer>();
  const rename = (text: string) => [...hashes].reduce((changed, [from, to]) => changed.replaceAll(from, to), text);
  const waiting = new Set(files.keys());
  while (waiting.size > 0) {
    // A file changes after those that it names.
    const ready = [...waiting].filter((name) => {
      const text = files.get(name)?.toString('latin1') ?? '';
      const named = [...waiting].filter((other) => other !== name).flatMap((other) => hashIn(other) ?? []);
      return !named.some((hash) => text.includes(hash));
    });
    if (ready.length === 0) throw new Error(`${[...waiting].join(', ')} name each other`);
    for (const name of ready) {
      waiting.delete(name);
      const before = files.get(name) ?? Buffer.of();
      const hash = hashIn(name);
      const after = hash === undefined ? before : Buffer.from(change(rename(before.toString())));
      if (hash !== undefined) hashes.set(hash, createHash('sha256').update(after).digest('hex').slice(0, 16));
      result.set(rename(name), after);
    }
  }
  return { files: result, hashes };
}

/** Names of the files of the version of a part that everybody gets. */
export async function liveFiles(stateFolder: string, part: string): Promise<readonly string[]> {
  return Object.keys(parse(await liveDocument(stateFolder, part)).manifest.files);
}

/**
 * Publishes the live version of a part under the next number, made from its files in the store and not from sources,
 * which would take a build.
 */
export async function publishNext(stateFolder: string, part: string): Promise<string> {
  const folder = join(stateFolder, 'store/artifacts', part);
  const text = await liveDocument(stateFolder, part);
  const { version, files: listed } = parse(text).manifest;
  const next = nextAfter(version);
  const names = Object.keys(listed);
  const before = new Map(
    await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name))] as const)),
  );
  const { files, hashes } = renewed(before, (old) => `${old.replaceAll(`"${version}"`, `"${next}"`)}\n/* ${next} */`);
  const renamed = parse([...hashes].reduce((changed, [from, to]) => changed.replaceAll(from, to), text));
  const records = [...files].map(([name, bytes]) => {
    const integrity = `sha256-${createHash('sha256').update(bytes).digest('base64')}`;
    return [name, { integrity, size: bytes.length }];
  });
  const build = await mkdtemp(join(tmpdir(), 'portal-next-'));
  try {
    for (const [name, bytes] of files) await writeFile(join(build, name), bytes);
    // Without source maps: those of the live version are of other bytes.
    const changes = { version: next, files: Object.fromEntries(records) as unknown, sourceMaps: undefined };
    const manifest = { ...renamed.manifest, ...changes };
    await writeFile(join(build, 'manifest.json'), JSON.stringify(manifest));
    await writeFile(join(build, 'provenance.json'), JSON.stringify(renamed.provenance));
    await releaseCommand(stateFolder, 'publish', build);
  } finally {
    await rm(build, { recursive: true });
  }
  return next;
}

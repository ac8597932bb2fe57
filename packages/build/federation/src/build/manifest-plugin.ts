import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ArtifactManifest } from '@portal/contract/artifact';
import { parseArtifactManifest, SOURCE_MAPS_FILE } from '@portal/contract/artifact';
import { LANGUAGES } from '@portal/contract/language';
import { PROVENANCE_FILE } from '@portal/contract/provenance';
import type { Compiler, Stats } from '@rspack/core';
import { emitHashedJson, sha256 } from './hashed-json.ts';
import type { Part, SharedModule } from './part.ts';
import { readProvenance } from './provenance.ts';
import type { SharedInterface } from './shared-signatures.ts';
import { describeInterface } from './shared-signatures.ts';

const PLUGIN = 'PortalManifestPlugin';

export interface ManifestOptions extends Pick<Part, 'declaration' | 'version' | 'safeReads'> {
  /** Name of the chunk that starts the part. */
  readonly entry: string;
  /** Chunks that every page needs besides the entry. */
  readonly always: readonly string[];
}

export interface PublishedOptions extends ManifestOptions {
  /** The shell's prerendered frame, as JSON text. */
  readonly frame?: string;
  /** The settings of the share scope. */
  readonly shared: Readonly<Record<string, SharedModule>>;
}

/** The same settings that the share scope enforces in the page, and the names in it, for the release policy. */
export function describeShared(
  shared: Readonly<Record<string, SharedModule>>,
  names: SharedInterface,
): ArtifactManifest['shared'] {
  const modules = Object.entries(shared).sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    provides: Object.fromEntries(
      modules.flatMap(([name, { version }]) => (version === undefined ? [] : [[name, version]])),
    ),
    requires: Object.fromEntries(
      modules.flatMap(([name, { version, requiredVersion }]) =>
        version === undefined ? [[name, requiredVersion]] : [],
      ),
    ),
    ...names,
  };
}

/** Source maps and hot updates do not belong to an artifact. */
function isArtifactFile(file: string): boolean {
  return !file.endsWith('.map') && file !== SOURCE_MAPS_FILE && !file.includes('.hot-update.');
}

/** The files of each named chunk, as the bundler reports them. */
export function chunkFiles(stats: Stats): Map<string, string[]> {
  const { namedChunkGroups = {} } = stats.toJson({ all: false, chunkGroups: true, ids: true });
  return new Map(
    Object.entries(namedChunkGroups).map(([name, group]) => [
      name,
      (group.assets ?? []).map((asset) => asset.name).filter(isArtifactFile),
    ]),
  );
}

function getFiles(chunks: Map<string, string[]>, name: string, part: string): string[] {
  const files = chunks.get(name);
  if (files) return files;
  throw new Error(
    `${part}: no chunk is named "${name}". Import the module with /* webpackChunkName: "${name}" */, or correct the declaration.`,
  );
}

/** The files of a build by their names. */
export function emitted({ compilation }: Stats): ReadonlyMap<string, Uint8Array> {
  return new Map(compilation.getAssets().map(({ name, source }) => [name, source.buffer()]));
}

const toRecord = (bytes: Uint8Array) => ({ integrity: sha256(bytes).integrity, size: bytes.length });

/** Makes the manifest of the emitted files. @throws if a declared page or a language has no chunk. */
export function composeManifest(
  options: ManifestOptions,
  chunks: Map<string, string[]>,
  assets: ReadonlyMap<string, Uint8Array>,
  shared: ArtifactManifest['shared'],
): ArtifactManifest {
  const { declaration, version, safeReads } = options;
  const named = (name: string) => getFiles(chunks, name, declaration.name);
  const scripts = (files: readonly string[]) => files.filter((file) => file.endsWith('.js'));
  const start = scripts(named(options.entry));
  const entry = start.at(-1);
  if (entry === undefined) throw new Error(`${declaration.name}: the entry "${options.entry}" has no script`);
  const always = [...start.slice(0, -1), ...options.always.flatMap((name) => scripts(named(name)))];
  const beside = (name: string) =>
    [...new Set([...always, ...(name === options.entry ? [] : scripts(named(name)))])].filter((file) => file !== entry);
  const pages = [...new Set(declaration.routes.map(({ page }) => page))];
  const files = Object.fromEntries(
    [...assets]
      .filter(([file]) => isArtifactFile(file))
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([file, bytes]) => [file, toRecord(bytes)]),
  );
  const sourceMaps = assets.get(SOURCE_MAPS_FILE);
  const frame = Object.keys(files).find((file) => file.startsWith('frame.'));
  return parseArtifactManifest(`${declaration.name}'s manifest`, {
    schema: 1,
    name: declaration.name,
    version,
    files,
    ...(sourceMaps && { sourceMaps: toRecord(sourceMaps) }),
    entry,
    styles: Object.keys(files).filter((file) => file.endsWith('.css')),
    pages: Object.fromEntries(
      pages.map((page) => [page, beside(chunks.has(page) || declaration.name !== 'shell' ? page : options.entry)]),
    ),
    locales: Object.fromEntries(LANGUAGES.map((language) => [language, scripts(named(`locale-${language}`))])),
    ...(frame === undefined ? {} : { frame }),
    shared,
    safeReads,
    declaration,
  });
}

/**
 * Writes `manifest.json` and the provenance next to the emitted files, and emits the frame under a name with its hash.
 */
export class ManifestPlugin {
  readonly #options: PublishedOptions;

  constructor(options: PublishedOptions) {
    this.#options = options;
  }

  apply(compiler: Compiler): void {
    const { frame, shared } = this.#options;
    emitHashedJson(compiler, 'frame', () => frame);
    compiler.hooks.done.tapPromise(PLUGIN, async (stats) => {
      if (stats.hasErrors()) return;
      const { name } = this.#options.declaration;
      const role = frame === undefined ? 'remote' : 'shell';
      const names = await describeInterface(stats.compilation, compiler.context, role, name);
      const manifest = composeManifest(this.#options, chunkFiles(stats), emitted(stats), describeShared(shared, names));
      await mkdir(compiler.outputPath, { recursive: true });
      const provenance = await readProvenance(compiler.context);
      const documents = { 'manifest.json': manifest, [PROVENANCE_FILE]: provenance };
      for (const [file, document] of Object.entries(documents))
        await writeFile(join(compiler.outputPath, file), `${JSON.stringify(document, null, 2)}\n`);
    });
  }
}

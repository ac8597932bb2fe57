import { posix } from 'node:path';
import { SOURCE_MAPS_FILE } from '@portal/contract/artifact';
import { parseInput } from '@portal/contract/parse';
import { decode, encode } from '@jridgewell/sourcemap-codec';
import type { SourceMapSegment } from '@jridgewell/sourcemap-codec';
import type { Compiler } from '@rspack/core';
import * as v from 'valibot';
import { zipSync } from 'fflate';

/** Every entry of an archive has this time; of this machine's zone, because that is how zip writes it. */
const ZIP_TIME = new Date(1980, 0, 1);

/**
 * A zip archive of texts that depends on nothing but them: written in JavaScript, so no library of the system takes
 * part.
 */
function zipTexts(texts: ReadonlyMap<string, string>): Uint8Array {
  const sorted = [...texts].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const entries = Object.fromEntries(sorted.map(([name, text]) => [name, Buffer.from(text)]));
  return zipSync(entries, { mtime: ZIP_TIME });
}

const PLUGIN = 'PortalSourceMapsPlugin';

const MapSchema = v.looseObject({ sources: v.array(v.string()), mappings: v.string() });

/**
 * The name of a source in a map: its path from the root of the repository, or from `node_modules`. `path` is relative
 * to the part's folder; code of the bundler has a name instead of a path, and keeps it.
 */
export function sourceName(part: string, path: string): string {
  const [, installed] = /.*\/(node_modules\/.+)$/.exec(path) ?? [];
  if (installed !== undefined) return installed;
  return /^\.\.?\//.test(path) ? posix.join(part, path) : path;
}

/**
 * Modules that the bundler generates have their code as their names, with paths of this machine; nobody has to find
 * places in them.
 */
const GENERATED = /^data:/;

/** A map without the places in generated modules, which differ between machines. */
export function withoutGenerated(text: string): string {
  const map = parseInput('a source map', MapSchema, JSON.parse(text));
  const generated = new Set([...map.sources.keys()].filter((index) => GENERATED.test(map.sources[index] ?? '')));
  if (generated.size === 0) return text;
  const sources = map.sources.map((source, index) => (generated.has(index) ? 'webpack/generated' : source));
  const lines = decode(map.mappings).map((line) =>
    line.map((segment): SourceMapSegment => (generated.has(segment[1] ?? -1) ? [segment[0]] : segment)),
  );
  return JSON.stringify({ ...map, sources, mappings: encode(lines) });
}

/**
 * Makes the source maps of all scripts, and puts them into one archive beside the artifact. Scripts do not name their
 * maps, and maps contain no sources, which are in the repository.
 */
export class SourceMapsPlugin {
  readonly #part: string;

  constructor(part: string) {
    this.#part = part;
  }

  apply(compiler: Compiler): void {
    const { Compilation, SourceMapDevToolPlugin, sources } = compiler.webpack;
    const name = ({ resourcePath }: { readonly resourcePath: string }) => sourceName(this.#part, resourcePath);
    new SourceMapDevToolPlugin({
      test: /\.js$/,
      filename: '[file].map',
      append: false,
      noSources: true,
      moduleFilenameTemplate: name,
      fallbackModuleFilenameTemplate: name,
    }).apply(compiler);
    compiler.hooks.thisCompilation.tap(PLUGIN, (compilation) => {
      // After all names have their final hashes.
      const stage = Compilation.PROCESS_ASSETS_STAGE_REPORT;
      compilation.hooks.processAssets.tap({ name: PLUGIN, stage }, () => {
        const maps = new Map<string, string>();
        for (const { name: file, source } of compilation.getAssets().filter((asset) => asset.name.endsWith('.map'))) {
          maps.set(file, withoutGenerated(source.source().toString()));
          compilation.deleteAsset(file);
        }
        compilation.emitAsset(SOURCE_MAPS_FILE, new sources.RawSource(Buffer.from(zipTexts(maps))));
      });
    });
  }
}

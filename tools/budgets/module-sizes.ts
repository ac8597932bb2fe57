import { decode } from '@jridgewell/sourcemap-codec';
import { parseInput } from '@portal/contract/parse';
import * as v from 'valibot';

/** Sizes in bytes by name. */
export type Sizes = Readonly<Record<string, number>>;

const MapSchema = v.object({ sources: v.array(v.string()), mappings: v.string() });

/** A script without a map has the texts of one language, or one of the bundler's. */
const stem = (file: string) => file.replace(/\.[0-9a-f]{16}\.js$/, '');

/** The files of a package count together, and so does what the bundler adds. */
function getModule(source: string): string {
  const [, installed] = /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source) ?? [];
  if (installed !== undefined) return installed;
  return source.startsWith('webpack/') ? 'the run time of the bundler' : source;
}

/** How many bytes of a minified script come from which module, by the script's source map. */
export function sizesInScript(file: string, script: string, map: string | undefined): Map<string, number> {
  const sizes = new Map<string, number>();
  const add = (module: string, text: string) => {
    if (text !== '') sizes.set(module, (sizes.get(module) ?? 0) + Buffer.byteLength(text));
  };
  const unnamed = `${stem(file)} (generated)`;
  if (map === undefined) {
    add(stem(file), script);
    return sizes;
  }
  const { sources, mappings } = parseInput(`the source map of ${file}`, MapSchema, JSON.parse(map));
  const decoded = decode(mappings);
  for (const [number, line] of script.split('\n').entries()) {
    const segments = decoded[number] ?? [];
    add(unnamed, line.slice(0, segments[0]?.[0] ?? line.length));
    for (const [index, segment] of segments.entries()) {
      const source = segment[1] === undefined ? undefined : sources[segment[1]];
      add(source === undefined ? unnamed : getModule(source), line.slice(segment[0], segments[index + 1]?.[0]));
    }
  }
  return sizes;
}

/** The sums of several scripts. */
export function sumOfSizes(all: readonly ReadonlyMap<string, number>[]): Sizes {
  const sums = new Map<string, number>();
  for (const [module, bytes] of all.flatMap((sizes) => [...sizes])) sums.set(module, (sums.get(module) ?? 0) + bytes);
  return Object.fromEntries(sums);
}

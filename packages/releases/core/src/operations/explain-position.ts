import { fileName } from '@portal/contract/artifact';
import { partName } from '@portal/contract/declaration';
import { unzipSync } from 'fflate';
import * as v from 'valibot';
import { originalPositionFor, TraceMap, traceSegment } from '@jridgewell/trace-mapping';
import type { PublishedVersion } from '../format/documents.ts';
import { StoreError } from '../store/errors.ts';
import type { Store } from '../store/store.ts';
import type { Positioned } from './syntax-tree.ts';
import { getChildren, isNode, parsed } from './syntax-tree.ts';

/** A place in a source. */
interface SourcePosition {
  /** Path from the root of the repository, or from `node_modules`. */
  readonly source: string;
  /** From 1, like the column. */
  readonly line: number;
  readonly column: number;
  /** Names of the functions around it, the innermost first. */
  readonly functions: readonly string[];
}

/** A line and a column of a script, both from 1, as browsers write them. */
interface ScriptPosition {
  readonly line: number;
  readonly column: number;
}

/** The nodes around an offset, the outermost first. */
function nodesAround(root: Positioned, offset: number): readonly Positioned[] {
  const found: Positioned[] = [];
  let node: Positioned | undefined = root;
  while (node) {
    found.push(node);
    node = getChildren(node).find(({ start, end }) => start <= offset && offset < end);
  }
  return found;
}

/** What a function without a name is assigned to, by the type of its parent. */
const TARGETS: Readonly<Record<string, string>> = {
  VariableDeclarator: 'id',
  AssignmentExpression: 'left',
  Property: 'key',
  PropertyDefinition: 'key',
  MethodDefinition: 'key',
};

/** The node that names a function: its own name, or what it is assigned to. */
function nameNode(node: Positioned, parent: Positioned | undefined): Positioned | undefined {
  const target = isNode(node['id']) ? node['id'] : parent?.[TARGETS[parent.type] ?? ''];
  return isNode(target) ? target : undefined;
}

/** The name of a function in its source. Only names of properties are the same in the script. */
function findSourceName(map: TraceMap, node: Positioned, parent: Positioned | undefined): string | undefined {
  const named = nameNode(node, parent);
  if (!named?.loc) return undefined;
  const { line, column: start } = named.loc.start;
  const segment = traceSegment(map, line - 1, start);
  // A segment that begins before it names something else.
  const name = segment?.length === 5 && segment[0] === start ? map.names[segment[4]] : undefined;
  const isProperty = parent?.['key'] === named && typeof named['name'] === 'string';
  return name ?? (isProperty ? String(named['name']) : undefined);
}

/** Offset of a position in a text. */
function toOffset(text: string, { line, column }: ScriptPosition): number {
  const lines = text.split('\n').slice(0, line - 1);
  return lines.reduce((sum, each) => sum + each.length + 1, 0) + column - 1;
}

/**
 * The functions around a position of a script, by their names in the sources; those that the map does not know are left
 * out.
 */
function functionsAround(script: string, map: TraceMap, position: ScriptPosition): readonly string[] {
  const root = parsed(script);
  const around = root ? nodesAround(root, toOffset(script, position)) : [];
  const names = around.flatMap((node, depth) => {
    const isFunction = /^(ArrowFunction|Function)(Declaration|Expression)$/.test(node.type);
    const name = isFunction ? findSourceName(map, node, around[depth - 1]) : undefined;
    return name === undefined ? [] : [name];
  });
  return names.toReversed();
}

/**
 * Where the code at a position of a script comes from; undefined if the map knows no source, as for code of the
 * bundler.
 */
function sourcePosition(script: string, map: string, position: ScriptPosition): SourcePosition | undefined {
  const traced = new TraceMap(map);
  const { source, line, column } = originalPositionFor(traced, { line: position.line, column: position.column - 1 });
  if (source === null) return undefined;
  return { source, line, column: column + 1, functions: functionsAround(script, traced, position) };
}

/** A position in a file of a part. */
interface FilePosition extends ScriptPosition {
  readonly part: string;
  readonly file: string;
}

/** Where a position comes from, in which version, or why nobody can tell. Plain data. */
export type Explanation =
  | (SourcePosition & {
      readonly version: string;
      /** Further versions that contain the same file. */
      readonly alsoIn: readonly string[];
      /** Commit of the sources; null for a build outside git. */
      readonly commit: string | null;
    })
  | { readonly unknown: string };

/** "mfe-hubs/settings.0123456789abcdef.js:1:2345", also as the end of an address. */
const POSITION = /([\w-]+)\/([\w.-]+\.js):(\d{1,9}):(\d{1,9})/g;

/** The positions in a text, such as a stack trace, with what stands there. */
export function positionsIn(text: string): ReadonlyMap<string, FilePosition> {
  const found = [...text.matchAll(POSITION)].flatMap(([whole, part = '', file = '', line, column]) =>
    v.is(partName, part) && v.is(fileName, file)
      ? [[whole, { part, file, line: Math.max(1, Number(line)), column: Math.max(1, Number(column)) }] as const]
      : [],
  );
  return new Map(found);
}

/** A map of a script has at most this many bytes: an archive may claim anything. */
const MAP_BYTES = 256 * 1024 * 1024;

function mapIn(archive: Uint8Array, file: string): string | undefined {
  const wanted = `${file}.map`;
  const filter = ({ name, originalSize }: { readonly name: string; readonly originalSize: number }) =>
    name === wanted && originalSize <= MAP_BYTES;
  const bytes = unzipSync(archive, { filter })[wanted];
  return bytes && Buffer.from(bytes).toString('utf8');
}

/** The published versions that contain a file, the newest first. */
async function versionsWith(store: Store, { part, file }: FilePosition): Promise<readonly PublishedVersion[]> {
  const found: PublishedVersion[] = [];
  for (const version of (await store.versions(part)).toReversed()) {
    try {
      const published = await store.readVersion(part, version);
      if (Object.hasOwn(published.manifest.files, file)) found.push(published);
    } catch (error) {
      // Another version may still have it; `verify` names the damage.
      if (!(error instanceof StoreError)) throw error;
    }
  }
  return found;
}

/**
 * Explains a position by the newest published version that contains the file and has source maps. @throws {StoreError}
 * if they are damaged.
 */
export async function explainPosition(store: Store, position: FilePosition): Promise<Explanation> {
  const { part, file } = position;
  const versions = await versionsWith(store, position);
  const mapped = versions.find(({ manifest }) => manifest.sourceMaps);
  const [newest] = versions;
  if (!newest)
    return {
      unknown: `No version of ${part} in the store has ${file}. It may have been pruned, or is of another store.`,
    };
  const record = mapped?.manifest.files[file];
  if (!mapped?.manifest.sourceMaps || !record)
    return { unknown: `${part} ${newest.manifest.version} was built without source maps.` };
  const { version, sourceMaps } = mapped.manifest;
  const map = mapIn(await store.readSourceMaps(part, version, sourceMaps), file);
  const script = Buffer.from(await store.readFile(part, file, record)).toString('utf8');
  const found = map === undefined ? undefined : sourcePosition(script, map, position);
  if (!found)
    return { unknown: `The source map of ${part} ${version} knows no source there; it may be code of the bundler.` };
  const alsoIn = versions.map(({ manifest }) => manifest.version).filter((other) => other !== version);
  return { ...found, version, alsoIn, commit: mapped.provenance.source?.commit ?? null };
}

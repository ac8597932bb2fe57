import { originalPositionFor, TraceMap, traceSegment } from '@jridgewell/trace-mapping';
import type { Positioned } from './syntax-tree.ts';
import { getChildren, isNode, parsed } from './syntax-tree.ts';

/** A place in a source. */
export interface SourcePosition {
  /** Path from the root of the repository, or from `node_modules`. */
  readonly source: string;
  /** From 1, like the column. */
  readonly line: number;
  readonly column: number;
  /** Names of the functions around it, the innermost first. */
  readonly functions: readonly string[];
}

/** A line and a column of a script, both from 1, as browsers write them. */
export interface ScriptPosition {
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

/** The functions around a position of a script, by their names in the sources; those that the map does not know are left out. */
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

/** Where the code at a position of a script comes from; undefined if the map knows no source, as for code of the bundler. */
export function sourcePosition(script: string, map: string, position: ScriptPosition): SourcePosition | undefined {
  const traced = new TraceMap(map);
  const { source, line, column } = originalPositionFor(traced, { line: position.line, column: position.column - 1 });
  if (source === null) return undefined;
  return { source, line, column: column + 1, functions: functionsAround(script, traced, position) };
}

/**
 * The linter's rule "portal/no-cycles": no file may import itself through other files. It replaces oxlint's `import/no-cycle`, which does
 * not follow `import()`, and so misses a lazy page that imports the file that loads it.
 */
import { dirname, join } from 'node:path';

interface ImportNode {
  readonly source?: { readonly type: string; readonly value?: unknown } | null;
}

interface Context {
  readonly filename: string;
  readonly cwd: string;
  report(problem: { message: string; node: object }): void;
}

/** The imports of each file linted so far. A cycle is reported when its last file is linted. */
const importsOf = new Map<string, ReadonlySet<string>>();

/** The chain of imports from `from` to `to`, including both; undefined if there is none. */
function findPath(from: string, to: string, visited = new Set<string>()): readonly string[] | undefined {
  if (from === to) return [to];
  if (visited.has(from)) return undefined;
  visited.add(from);
  for (const next of importsOf.get(from) ?? []) {
    const path = findPath(next, to, visited);
    if (path) return [from, ...path];
  }
  return undefined;
}

export const noCycles = {
  create(context: Context) {
    const file = context.filename;
    const nodes = new Map<string, object>();
    const collect = ({ source }: ImportNode): void => {
      if (typeof source?.value !== 'string' || !source.value.startsWith('.')) return;
      nodes.set(join(dirname(file), source.value), source);
    };
    return {
      ImportDeclaration: collect,
      ExportNamedDeclaration: collect,
      ExportAllDeclaration: collect,
      ImportExpression: collect,
      TSImportType: collect,
      'Program:exit'() {
        importsOf.set(file, new Set(nodes.keys()));
        for (const [target, node] of nodes) {
          const path = findPath(target, file);
          if (!path) continue;
          const names = [file, ...path].map((name) => name.slice(context.cwd.length + 1).replaceAll('\\', '/'));
          context.report({ message: `imports itself: ${names.join(' -> ')}`, node });
        }
      },
    };
  },
};

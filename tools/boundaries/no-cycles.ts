/**
 * The linter's rule "portal/no-cycles": no file may import itself through other files, and no folder of a `src` may
 * either. It replaces oxlint's `import/no-cycle`, which does not follow `import()`, and so misses a lazy page that
 * imports the file that loads it.
 */
import { dirname, join } from 'node:path';
import { TEST_FILE } from './check-import.ts';

interface ImportNode {
  readonly source?: { readonly type: string; readonly value?: unknown } | null;
}

interface Context {
  readonly filename: string;
  readonly cwd: string;
  report(problem: { message: string; node: object }): void;
}

/** Whom each file, or folder, imports. */
type Imports = Map<string, Set<string>>;

/** Of the files linted so far. A cycle is reported when its last file is linted. */
const importsOfFiles: Imports = new Map();
const importsOfFolders: Imports = new Map();

/** The chain of imports from `from` to `to`, including both; undefined if there is none. */
function findPath(
  imports: Imports,
  from: string,
  to: string,
  visited = new Set<string>(),
): readonly string[] | undefined {
  if (from === to) return [to];
  if (visited.has(from)) return undefined;
  visited.add(from);
  for (const next of imports.get(from) ?? []) {
    const path = findPath(imports, next, to, visited);
    if (path) return [from, ...path];
  }
  return undefined;
}

/**
 * "/portal/shell/src/layout/header.tsx" -> "/portal/shell/src/layout"; undefined for a file right in `src`, which
 * composes folders, and for tests.
 */
function findFolder(file: string): string | undefined {
  return TEST_FILE.test(file) ? undefined : /^.+?\/src\/[^/]+(?=\/)/.exec(file.replaceAll('\\', '/'))?.[0];
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
        const report = (what: string, chain: readonly string[], node: object): void => {
          const names = chain.map((name) => name.slice(context.cwd.length + 1).replaceAll('\\', '/'));
          context.report({ message: `${what}: ${names.join(' -> ')}`, node });
        };
        importsOfFiles.set(file, new Set(nodes.keys()));
        const folder = findFolder(file);
        for (const [target, node] of nodes) {
          const path = findPath(importsOfFiles, target, file);
          if (path) report('imports itself', [file, ...path], node);
          const other = findFolder(target);
          if (folder === undefined || other === undefined || folder === other) continue;
          const known = importsOfFolders.get(folder) ?? new Set();
          importsOfFolders.set(folder, known.add(other));
          const folders = findPath(importsOfFolders, other, folder);
          if (folders) report('its folder imports itself', [folder, ...folders], node);
        }
      },
    };
  },
};

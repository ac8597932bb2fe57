/**
 * The linter's rule "portal/boundaries": checks every import, re-export, `import()` and `import('…')` type against the
 * table in import-sites.ts. oxlint loads it (see oxlint.config.ts).
 */
import { relative, sep } from 'node:path';
import { looseText } from '../lint-rules/loose-text.ts';
import { checkImport } from './check-import.ts';
import { noCycles } from './no-cycles.ts';

interface Reporter {
  readonly filename: string;
  readonly cwd: string;
  report(problem: { message: string; node: object }): void;
}

interface ImportNode {
  readonly source?: { readonly type: string; readonly value?: unknown } | null;
}

export const PLUGIN_NAME = 'portal';
export const RULE_NAME = 'boundaries';
export const NO_CYCLES = 'no-cycles';
export const LOOSE_TEXT = 'loose-text';

const rule = {
  create(context: Reporter) {
    const file = relative(context.cwd, context.filename).split(sep).join('/');
    const judge = (node: ImportNode): void => {
      if (typeof node.source?.value !== 'string') return;
      const complaint = checkImport(file, node.source.value);
      if (complaint) context.report({ message: `${complaint.kind}: ${complaint.message}`, node: node.source });
    };
    return {
      ImportDeclaration: judge,
      ExportNamedDeclaration: judge,
      ExportAllDeclaration: judge,
      ImportExpression: judge,
      TSImportType: judge,
    };
  },
};

export default {
  meta: { name: PLUGIN_NAME },
  rules: { [RULE_NAME]: rule, [NO_CYCLES]: noCycles, [LOOSE_TEXT]: looseText },
};

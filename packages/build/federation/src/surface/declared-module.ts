/** Where a name comes from: another module, and its name there ("*" for all of it). */
export interface Origin {
  readonly specifier: string;
  readonly name: string;
}

interface Statement {
  readonly text: string;
  /** What the statement declares, or brings into the module. */
  readonly names: readonly string[];
  readonly kind: 'value' | 'type' | 'import' | 'export';
}

/** An emitted declaration file, statement by statement. */
export interface DeclaredModule {
  readonly statements: readonly Statement[];
  readonly imports: ReadonlyMap<string, Origin>;
  /**
   * Names that the module gives on, by the names under which it gives them. Their specifier is empty if they are its
   * own.
   */
  readonly exports: ReadonlyMap<string, Origin>;
}

const DECLARED =
  /^(export )?(?:declare )?(?:abstract )?(const|let|function|class|interface|type|enum|namespace) ([\w$]+)/;
const IMPORT =
  /^import (?:type )?(?:\{(?<list>[^}]*)\}|\* as (?<all>[\w$]+)|(?<single>[\w$]+)) from ['"](?<from>[^'"]+)['"];/;
const EXPORT = /^export (?:type )?\{(?<list>[^}]*)\}(?: from ['"](?<from>[^'"]+)['"])?;/;
/** What says nothing about names: side effects, and what belongs to the whole page. */
const NAMELESS = /^(import ['"]|declare (global|module)\b)/;

/** "a, type B as C" -> [["a", "a"], ["B", "C"]] */
function getNames(list: string): readonly (readonly [name: string, as: string])[] {
  return list
    .split(',')
    .map((entry) => entry.trim().replace(/^type /, ''))
    .filter(Boolean)
    .map((entry) => {
      const [name = '', as = name] = entry.split(' as ');
      return [name, as];
    });
}

/**
 * Reads what the compiler emitted. @throws {Error} for a statement that it does not know, because it must not be
 * overlooked.
 */
export function parseDeclarations(text: string): DeclaredModule {
  const statements: Statement[] = [];
  const imports = new Map<string, Origin>();
  const exports = new Map<string, Origin>();
  // The compiler starts every statement, and nothing else, in the first column with a letter.
  for (const statement of text.trim().split(/\n(?=[a-z])/)) {
    const declared = DECLARED.exec(statement);
    const imported = IMPORT.exec(statement)?.groups;
    const exported = EXPORT.exec(statement)?.groups;
    if (declared) {
      const [, isExported, keyword, name = ''] = declared;
      const kind = keyword === 'interface' || keyword === 'type' ? 'type' : 'value';
      statements.push({ text: statement, names: [name], kind });
      if (isExported) exports.set(name, { specifier: '', name });
    } else if (imported) {
      const { list = '', all, single, from: specifier = '' } = imported;
      const named = getNames(list);
      for (const [name, as] of named) imports.set(as, { specifier, name });
      if (all) imports.set(all, { specifier, name: '*' });
      if (single) imports.set(single, { specifier, name: 'default' });
      const names = [...named.map(([, as]) => as), ...[all, single].filter((name) => name !== undefined)];
      statements.push({ text: statement, names, kind: 'import' });
    } else if (exported) {
      const { list = '', from: specifier = '' } = exported;
      const named = getNames(list);
      for (const [name, as] of named) exports.set(as, { specifier, name });
      if (named.length > 0) statements.push({ text: statement, names: named.map(([, as]) => as), kind: 'export' });
    } else if (statement !== '' && !NAMELESS.test(statement)) {
      throw new Error(`A declaration that nobody can compare: ${statement.split('\n', 1)[0] ?? ''}`);
    }
  }
  return { statements, imports, exports };
}

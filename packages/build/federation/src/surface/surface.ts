import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { DeclaredModule, Origin } from './declared-module.ts';
import { parseDeclarations } from './declared-module.ts';
import { importedSource, withoutEnding } from './imported-source.ts';

/**
 * A name that a module exports, with its signature: a hash of its declaration and of every declaration that this one
 * refers to.
 */
export interface ExportedName {
  readonly signature: string;
  readonly kind: 'value' | 'type';
  /** The declaration itself; empty for what is in a package of others. */
  readonly text: string;
}

/** What modules export, with the declarations behind it. */
export interface Surface {
  /** Module -> name -> what it is. */
  readonly modules: ReadonlyMap<string, ReadonlyMap<string, ExportedName>>;
  /** The declarations that count, by source without ending. */
  readonly declarations: ReadonlyMap<string, string>;
}

interface Found {
  /** Source of the declaration; undefined if it is in a package of others. */
  readonly file: string | undefined;
  readonly name: string;
}

const INLINE_IMPORT = /import\("([^"]+)"\)\.([\w$]+)/g;
const WORD = /[\p{ID_Start}$_][\p{ID_Continue}$]*/gu;

/**
 * "react-router-dom" -> "react-router-dom 7", as a source in `file` finds it: another major version may be another
 * thing.
 */
function packageWithMajor(specifier: string, file: string): string {
  const name = specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    const manifest = join(folder, 'node_modules', name, 'package.json');
    if (existsSync(manifest))
      return `${specifier} ${/"version": *"(\d+)/.exec(readFileSync(manifest, 'utf8'))?.[1] ?? ''}`;
    if (folder === dirname(folder)) return specifier;
  }
}

/** An import or export of these names alone; a declaration as it is. */
function withNames({ text, kind }: DeclaredModule['statements'][number], names: ReadonlySet<string>): string {
  if (kind !== 'import' && kind !== 'export') return text;
  return text.replace(/\{([^}]*)\}/, (_, list: string) => {
    const entries = list.split(',').map((entry) => entry.trim());
    const used = entries.filter((entry) => names.has(/[\w$]+$/.exec(entry)?.[0] ?? ''));
    return `{ ${used.join(', ')} }`;
  });
}

/** Follows names through emitted declarations. */
class Declarations {
  readonly #modules: ReadonlyMap<string, DeclaredModule>;
  /** Names in use, by source; they make the report. */
  readonly #used = new Map<string, Set<string>>();

  constructor(texts: ReadonlyMap<string, string>) {
    this.#modules = new Map([...texts].map(([file, text]) => [file, parseDeclarations(text)]));
  }

  #module(file: string): DeclaredModule {
    const module = this.#modules.get(file);
    if (module) return module;
    throw new Error(`${file} has no declarations`);
  }

  #use(file: string, name: string): void {
    this.#used.set(file, (this.#used.get(file) ?? new Set()).add(name));
  }

  listExports(file: string): readonly string[] {
    return [...this.#module(file).exports.keys()].sort();
  }

  #follow({ specifier, name }: Origin, file: string): Found {
    const source = importedSource(specifier, file);
    if (source === undefined) return { file: undefined, name: `${packageWithMajor(specifier, file)}: ${name}` };
    return this.resolveExport(source, name);
  }

  /** Where the declaration of a name is that a module exports. */
  resolveExport(file: string, name: string): Found {
    const origin = this.#module(file).exports.get(name);
    if (!origin) throw new Error(`${file} does not export ${name}`);
    this.#use(file, name);
    return origin.specifier === '' ? this.#local(file, origin.name) : this.#follow(origin, file);
  }

  #local(file: string, name: string): Found {
    const { imports } = this.#module(file);
    this.#use(file, name);
    const origin = imports.get(name);
    return origin && origin.name !== '*' ? this.#follow(origin, file) : { file, name };
  }

  /** The statements that declare a name (overloads are several). */
  declared({ file, name }: Found): DeclaredModule['statements'] {
    if (file === undefined) return [];
    return this.#module(file).statements.filter(
      ({ kind, names }) => (kind === 'value' || kind === 'type') && names.includes(name),
    );
  }

  /** The declarations that a text refers to. Every word that is a name counts: one too many does no harm. */
  #references(file: string, text: string): readonly Found[] {
    const { statements, imports } = this.#module(file);
    const known = new Set([...imports.keys(), ...statements.flatMap(({ names }) => names)]);
    const inline = [...text.matchAll(INLINE_IMPORT)].map(([, specifier = '', name = '']) => ({ specifier, name }));
    return [
      ...inline.map((origin) => this.#follow(origin, file)),
      ...(text.match(WORD) ?? []).filter((word) => known.has(word)).map((word) => this.#local(file, word)),
    ];
  }

  /** All texts that make the signature of a name, collected into `texts`. */
  collect(found: Found, texts: Set<string>, seen = new Set<string>()): void {
    const key = `${found.file ?? ''}#${found.name}`;
    if (seen.has(key)) return;
    seen.add(key);
    if (found.file === undefined) texts.add(found.name);
    for (const { text } of this.declared(found)) {
      texts.add(text.replace(/^(export )?(declare )?/, ''));
      for (const next of this.#references(found.file ?? '', text)) this.collect(next, texts, seen);
    }
  }

  /** The texts of the names in use. */
  usedTexts(): ReadonlyMap<string, string> {
    const texts = [...this.#used].map(([file, names]): [string, string] => {
      const kept = this.#module(file).statements.filter((statement) => statement.names.some((name) => names.has(name)));
      return [file, kept.map((statement) => `${withNames(statement, names)}\n`).join('')];
    });
    return new Map(texts.sort(([a], [b]) => (a < b ? -1 : 1)));
  }
}

/** What modules export, by declarations; `sources` are the modules' real paths, by their names. */
export function describeSurface(
  sources: Readonly<Record<string, string>>,
  texts: ReadonlyMap<string, string>,
): Surface {
  const declarations = new Declarations(texts);
  const modules = Object.entries(sources).map(([module, source]) => {
    const file = withoutEnding(source);
    const names = declarations.listExports(file).map((name): [string, ExportedName] => {
      const found = declarations.resolveExport(file, name);
      const parts = new Set<string>();
      declarations.collect(found, parts);
      const hash = createHash('sha256').update([...parts].sort().join('\n'));
      const signature = hash.digest('hex').slice(0, 16);
      const declared = declarations.declared(found);
      const isType = declared.length > 0 && declared.every(({ kind }) => kind === 'type');
      return [name, { signature, kind: isType ? 'type' : 'value', text: declared.map(({ text }) => text).join('\n') }];
    });
    return [module, new Map(names)] as const;
  });
  return { modules: new Map(modules), declarations: declarations.usedTexts() };
}

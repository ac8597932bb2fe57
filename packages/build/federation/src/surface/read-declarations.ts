import { readFileSync } from 'node:fs';
import { importedSource, withoutEnding } from './imported-source.ts';

/** The modules that a declaration imports: `from '…'`, `import('…')`. */
const SPECIFIER = /(?<=\bfrom |\bimport\()(['"])([^'"]+)\1/g;
/** The compiler puts each comment on lines of its own; within a statement, it breaks the line before, too. */
const COMMENT = /(?:(?<= )\n)?^[ \t]*\/\*\*[^]*?\*\/\n/gm;

/** Whether a module is of a packed library: JavaScript, with its declarations beside it. */
export function isPacked(file: string): boolean {
  return file.endsWith('.js');
}

/** The declarations that packed modules and what these import have beside them. @returns texts by the files' paths without ending. */
export function readDeclarations(files: readonly string[]): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  const waiting = new Set(files.map(withoutEnding));
  for (const file of waiting) {
    const text = readFileSync(`${file}.d.ts`, 'utf8');
    texts.set(file, text.replaceAll(COMMENT, ''));
    for (const [, , specifier = ''] of text.matchAll(SPECIFIER)) {
      const imported = importedSource(specifier, file);
      if (imported !== undefined) waiting.add(imported);
    }
  }
  return texts;
}

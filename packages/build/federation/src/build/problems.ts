import { readFileSync } from 'node:fs';
import type { Stats, StatsError } from '@rspack/core';
import type { Place, Problem } from '../development/events.ts';

/** How many lines of a source are shown before and after the one with the problem. */
const LINES_AROUND = 2;

function readLines(file: string): readonly string[] {
  try {
    return readFileSync(file, 'utf8').split('\n');
  } catch {
    return []; // a module without a file, or removed meanwhile
  }
}

/** A place of a source with the lines around it. Line and column begin with 1. */
export function locate(file: string, line: number, column: number): Required<Pick<Problem, 'place' | 'frame'>> {
  const first = Math.max(1, line - LINES_AROUND);
  const shown = readLines(file).slice(first - 1, line + LINES_AROUND);
  const width = String(first + shown.length).length;
  const frame = shown.flatMap((text, index) => {
    const number = first + index;
    const isIt = number === line;
    const row = `${isIt ? '>' : ' '} ${String(number).padStart(width)} | ${text}`;
    return isIt ? [row, `  ${' '.repeat(width)} | ${' '.repeat(column - 1)}^`] : [row];
  });
  return { place: { file, line, column }, frame: frame.join('\n') };
}

/** The source of the module that a problem is about; undefined without one. */
function getFile({ moduleIdentifier, file }: StatsError): string | undefined {
  const [path] = (moduleIdentifier?.split('!').at(-1) ?? file ?? '').split('?');
  return path?.startsWith('/') === true || /^[A-Z]:\\/.test(path ?? '') ? path : undefined;
}

/** Where compilers of code and JSON say that something is. */
const POSITION = /╭─\[(\d+):(\d+)\]|\(line (\d+) column (\d+)\)|\.json:(\d+):(\d+): |\((\d+):(\d+)\)/;
const NOT_FOUND = /Can't resolve '([^']+)'/;
/** The compiler's own stack. */
const STACK = /\n[\s│]*at .*/g;

/** The bundler knows only the line of the compiled code. */
function findImport(file: string, request: string): Omit<Place, 'file'> {
  const lines = readLines(file);
  const index = lines.findIndex((line) => line.includes(request));
  return { line: index + 1, column: (lines[index] ?? '').indexOf(request) + 1 };
}

function toProblem(title: string, severity: Problem['severity'], error: StatsError): Problem {
  const file = getFile(error);
  const message = error.message.replaceAll(STACK, '').trim();
  const problem = { severity, title, text: message };
  if (file === undefined) return problem;
  const request = NOT_FOUND.exec(message)?.[1];
  if (request !== undefined) {
    const { line, column } = findImport(file, request);
    return { ...problem, text: message.split('\n')[0] ?? '', ...locate(file, line, column) };
  }
  const [line, column] =
    POSITION.exec(message)
      ?.slice(1)
      .filter((group) => group !== undefined) ?? [];
  const { place, frame } = locate(file, Number(line ?? 1), Math.max(1, Number(column ?? 1)));
  // Most compilers show the lines themselves.
  return line === undefined || message.includes('╭─[') ? { ...problem, place } : { ...problem, place, frame };
}

/** What the bundler found in a build of a part. */
export function readProblems(part: string, stats: Stats): readonly Problem[] {
  const { errors = [], warnings = [] } = stats.toJson({ all: false, errors: true, warnings: true });
  return [
    ...errors.map((error) => toProblem(`${part} does not build`, 'error', error)),
    ...warnings.map((error) => toProblem(`${part} builds with a warning`, 'warning', error)),
  ];
}

/** A mistake in the JSON of a declaration, as `parseJson` says it. */
const IN_JSON = /^(\S.*\.json):(\d+):(\d+): (.*)$/s;

/** The problem of something that threw. */
export function thrownProblem(title: string, error: unknown): Problem {
  const text = error instanceof Error ? error.message : String(error);
  const [, file, line, column, words = text] = IN_JSON.exec(text) ?? [];
  const problem = { severity: 'error', title, text: words } as const;
  return file === undefined ? problem : { ...problem, ...locate(file, Number(line), Number(column)) };
}

import { relative } from 'node:path';
import type { Problem } from '@portal/federation/development';

const MARKS = { error: '✗', warning: '!' } as const;

/** A problem as text. */
export function describe({ severity, title, text, frame = '', place }: Problem): string {
  const where = place ? `${place.file}:${place.line}:${place.column}` : '';
  return [`${MARKS[severity]} ${title}`, where, text, frame].filter((each) => each !== '').join('\n');
}

/** The same mistake in a file that several parts have is one problem. */
const identity = ({ text, place }: Problem) => `${place?.file ?? ''}:${place?.line ?? ''} ${text}`;

/** What is wrong now, by who found it. Prints each problem once. */
export class Problems {
  readonly #root: string;
  readonly #print: (line: string) => void;
  readonly #found = new Map<string, readonly Problem[]>();
  /** Of pages, since the last build. */
  readonly #reported = new Set<string>();

  constructor(root: string, print: (line: string) => void) {
    this.#root = root;
    this.#print = print;
  }

  all(): readonly Problem[] {
    const all = [...this.#found.values()].flat();
    return [...new Map(all.map((problem) => [identity(problem), problem])).values()];
  }

  /** Replaces what `finder` found before. @returns whether there is anything new to tell. */
  set(finder: string, problems: readonly Problem[]): boolean {
    const before = new Set(this.all().map(identity));
    this.#found.set(
      finder,
      problems.map((problem) => this.#withShortPath(problem)),
    );
    const now = this.all();
    for (const problem of now) if (!before.has(identity(problem))) this.#print(describe(problem));
    return now.length !== before.size || now.some((problem) => !before.has(identity(problem)));
  }

  /** Prints what happened in a page, once until the next build. @returns it as a page shows it. */
  report(problem: Problem): Problem {
    const short = this.#withShortPath(problem);
    const id = identity(short);
    if (!this.#reported.has(id)) this.#print(describe(short));
    this.#reported.add(id);
    return short;
  }

  forgetReports(): void {
    this.#reported.clear();
  }

  #withShortPath(problem: Problem): Problem {
    const { place } = problem;
    return place ? { ...problem, place: { ...place, file: relative(this.#root, place.file) } } : problem;
  }
}

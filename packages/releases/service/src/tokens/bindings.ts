import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describeError } from '@portal/node-kit/plain-error';
import { stateError } from '@portal/node-kit/setting-table';

interface Binding {
  readonly thumbprint: string;
  /** Seconds since the epoch. */
  readonly expires: number;
}

/** How many bindings are added before expired ones are forgotten. */
const BETWEEN_CLEANINGS = 1000;

/**
 * The lines of the file, whose folder is made if there is none. @throws {PlainError} where the folder cannot be used
 */
function openLines(file: string): readonly string[] {
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    return existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
  } catch (error) {
    throw stateError(error);
  }
}

/**
 * Which key has used which subject token first; no other key can use it after that. Kept in a file (hashes alone), so
 * that a restart forgets none; on a full disk a restart may forget some, because whoever rolls back must be able to
 * sign in.
 */
export class Bindings {
  /** Hash of a subject token -> its binding. */
  readonly #bindings = new Map<string, Binding>();
  readonly #file: string;
  readonly #now: () => number;
  readonly #report: (problem: string) => void;
  #added = 0;

  /** `now`: milliseconds since the epoch. `report` hears that the file cannot be written. */
  constructor(file: string, now: () => number, report: (problem: string) => void) {
    this.#file = file;
    this.#now = now;
    this.#report = report;
    for (const line of openLines(file)) {
      const [hash, thumbprint, expires] = line.split(' ');
      // The last line may be cut off by a power failure.
      if (hash !== undefined && thumbprint !== undefined && Number(expires) > 0)
        this.#bindings.set(hash, { thumbprint, expires: Number(expires) });
    }
    this.#clean();
  }

  /** Whether this key may use the token, which it then binds. */
  bind(hash: string, thumbprint: string, expires: number): boolean {
    const before = this.#bindings.get(hash);
    if (before) return before.thumbprint === thumbprint;
    this.#bindings.set(hash, { thumbprint, expires });
    this.#write(() => appendFileSync(this.#file, formatLine(hash, { thumbprint, expires }), { mode: 0o600 }));
    this.#added += 1;
    if (this.#added % BETWEEN_CLEANINGS === 0) this.#clean();
    return true;
  }

  #clean(): void {
    for (const [hash, { expires }] of this.#bindings)
      if (expires < this.#now() / 1000 - 60) this.#bindings.delete(hash);
    const lines = [...this.#bindings].map(([hash, binding]) => formatLine(hash, binding));
    this.#write(() => {
      writeFileSync(`${this.#file}.new`, lines.join(''), { mode: 0o600 });
      renameSync(`${this.#file}.new`, this.#file);
    });
  }

  #write(write: () => void): void {
    try {
      write();
    } catch (error) {
      this.#report(`${this.#file} could not be written, so a restart may forget a used token: ${describeError(error)}`);
    }
  }
}

function formatLine(hash: string, { thumbprint, expires }: Binding): string {
  return `${hash} ${thumbprint} ${String(expires)}\n`;
}

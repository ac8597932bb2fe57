import { randomBytes } from 'node:crypto';
import { BoundedMap } from '../../attempts/counts.ts';

const TOKEN_BYTES = 32;
/** How long a link works, in milliseconds. */
const LIFE_MS = 60_000;
/** How many links may wait; with one more, the oldest ends. */
const MOST = 1000;

/** What a link downloads: the log with that id, or the firmware with that file name. */
type Target = { readonly log: number } | { readonly firmware: string };

interface Link {
  readonly target: Target;
  readonly until: number;
}

/** Links that download a file without a token, once. They are in memory only. */
export class DownloadLinks {
  readonly #now: () => number;
  readonly #links = new BoundedMap<Link>(MOST);

  constructor(now: () => number) {
    this.#now = now;
  }

  /** The secret part of a new link; it cannot be guessed. */
  make(target: Target): string {
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    this.#links.set(token, { target, until: this.#now() + LIFE_MS });
    return token;
  }

  /** What a link downloads, which ends with that; undefined for one that is unknown, used or too old. */
  use(token: string): Target | undefined {
    const link = this.#links.get(token);
    this.#links.delete(token);
    return link && link.until > this.#now() ? link.target : undefined;
  }
}

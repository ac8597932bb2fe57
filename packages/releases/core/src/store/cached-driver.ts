import { withoutStop } from '../format/format-values.ts';
import { join } from 'node:path';
import { getErrorMessage } from '@portal/node-kit/plain-error';
import { CacheFolder } from './cache-folder.ts';
import type { CachedFile } from './cache-folder.ts';
import type { Content, StoreDriver } from '../format/driver.ts';
import { sha256Hex } from '../format/integrity.ts';
import { ARTIFACTS } from '../format/keys.ts';

/** Limit for the copies of artifacts on disk. In bytes. */
const MOST_BYTES = 1024 * 1024 * 1024;
/** Limit for all others, which a start needs: 10,000 entries of a log have 40 MB. In bytes. */
const MOST_DOCUMENT_BYTES = 256 * 1024 * 1024;
/** How long the store may take while there is a copy of its last answer. In milliseconds. */
const WAIT_LIMIT_MS = 1000;
/** How often a store that is away is asked again. In milliseconds. */
const BETWEEN_PROBES_MS = 1000;
/** How often an outage is said at most: a store may come and go. In milliseconds. */
const BETWEEN_LINES_MS = 60_000;

interface CacheOptions {
  /** Made with the first copy. */
  readonly folder: string;
  /** Limit for the copies of artifacts. */
  readonly mostBytes?: number | undefined;
  /** Receives a sentence when the store is away, with the error if there is one, and if the folder cannot be used. */
  readonly onProblem: (problem: string, error?: unknown) => void;
  /** Receives a sentence when the store is back. */
  readonly onBack: (sentence: string) => void;
  /** The time of day, in milliseconds since the epoch. */
  readonly clock?: (() => number) | undefined;
  readonly waitLimitMs?: number | undefined;
}

/** That a store does not answer. */
export interface Outage {
  /** Milliseconds since the epoch. */
  readonly since: number;
  readonly reason: string;
}

export interface CachedDriver extends StoreDriver {
  /** Undefined while the store answers. */
  readonly away: Outage | undefined;
}

/** The first byte of a copy: whether there was an object. */
const PRESENT = 1;
const ABSENT = new Uint8Array([0]);

type Answer = Uint8Array | undefined;

/** What is asked of the store. */
interface Question {
  /** Where the copy of its answer is. */
  readonly copies: CacheFolder;
  readonly name: string;
  /** Name of the object's own copy, which shows that there is one. */
  readonly object?: string | undefined;
  ask(): Promise<Answer>;
  /** Whether the reader can use the answer. */
  isRight(answer: Answer): boolean;
}

const toCopy = (answer: Answer): Uint8Array => (answer ? Buffer.concat([Uint8Array.of(PRESENT), answer]) : ABSENT);
const fromCopy = ({ bytes }: CachedFile): { readonly answer: Answer } => ({
  answer: bytes[0] === PRESENT ? bytes.subarray(1) : undefined,
});

class CopyingDriver implements CachedDriver {
  readonly #driver: StoreDriver;
  readonly #options: CacheOptions;
  readonly #clock: () => number;
  /** Apart from each other, so that files of many versions cannot push out what a start needs. */
  readonly #artifacts: CacheFolder;
  readonly #documents: CacheFolder;
  #away: Outage | undefined;
  #isProbing = false;
  #probedAt = 0;
  /** When an outage was said last; undefined once its end was said. */
  #saidAt = Number.NEGATIVE_INFINITY;
  #isSaid = false;

  constructor(driver: StoreDriver, options: CacheOptions) {
    const { folder, mostBytes = MOST_BYTES, clock = Date.now, onProblem } = options;
    this.#driver = driver;
    this.#options = options;
    this.#clock = clock;
    const given = { clock, onProblem };
    this.#artifacts = new CacheFolder({ folder: join(folder, 'artifacts'), mostBytes, ...given });
    this.#documents = new CacheFolder({ folder: join(folder, 'documents'), mostBytes: MOST_DOCUMENT_BYTES, ...given });
  }

  get place(): string {
    return this.#driver.place;
  }

  get away(): Outage | undefined {
    return this.#away;
  }

  async get(key: string, sha256?: string): Promise<Uint8Array | undefined> {
    const question: Question = {
      copies: this.#openCopies(key),
      name: getName('get', key),
      ask: () => this.#driver.get(key, sha256),
      isRight: (answer) => sha256 === undefined || (answer !== undefined && sha256Hex(answer) === sha256),
    };
    const copy = sha256 === undefined ? undefined : await readCopy(question);
    return copy ? copy.answer : this.#answer(question);
  }

  async has(key: string): Promise<boolean> {
    const answer = await this.#answer({
      copies: this.#openCopies(key),
      name: getName('has', key),
      object: getName('get', key),
      ask: async () => ((await this.#driver.has(key)) ? new Uint8Array() : undefined),
      isRight: () => true,
    });
    return answer !== undefined;
  }

  async list(prefix: string): Promise<readonly string[]> {
    const answer = await this.#answer({
      copies: this.#documents,
      name: getName('list', prefix),
      ask: async () => Buffer.from((await this.#driver.list(prefix)).join('\n')),
      isRight: () => true,
    });
    const text = Buffer.from(answer ?? []).toString();
    return text === '' ? [] : text.split('\n');
  }

  create(key: string, content: Content): Promise<'created' | 'exists'> {
    return this.#driver.create(key, content);
  }

  remove(key: string): Promise<void> {
    return this.#driver.remove(key);
  }

  #openCopies(key: string): CacheFolder {
    return key.startsWith(ARTIFACTS) ? this.#artifacts : this.#documents;
  }

  /** The store's answer; while the store is away, or slow, its last one. */
  async #answer(question: Question): Promise<Answer> {
    if (this.#away) {
      const copy = await readCopy(question);
      if (copy) {
        this.#probe(question);
        return copy.answer;
      }
    }
    const asked = this.#ask(question);
    const late = Symbol('late');
    const { promise: limit, resolve } = Promise.withResolvers<typeof late>();
    const timer = setTimeout(() => resolve(late), this.#options.waitLimitMs ?? WAIT_LIMIT_MS);
    try {
      const first = await Promise.race([asked, limit]);
      if (first !== late) return first;
      const copy = await readCopy(question);
      if (!copy) return await asked;
      // It may fail later, and nobody waits for it any more.
      asked.catch(() => undefined);
      this.#leave('it takes too long to answer');
      return copy.answer;
    } catch (error) {
      const copy = await readCopy(question);
      if (copy) return copy.answer;
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Asks the store, and keeps a copy of its answer, unless the reader will find that the answer is damaged. */
  async #ask(question: Question): Promise<Answer> {
    const { copies, name } = question;
    let answer: Answer;
    try {
      answer = await question.ask();
    } catch (error) {
      this.#leave(withoutStop(getErrorMessage(error)), error);
      throw error;
    }
    this.#return();
    const copy = toCopy(answer);
    // Most answers are the same as before, such as that there is no newer object.
    if (question.isRight(answer) && (await copies.read(name))?.sha256 !== sha256Hex(copy))
      await copies.keep(name, copy);
    return answer;
  }

  /** Asks a store that is away whether it is back, without letting anybody wait. */
  #probe(question: Question): void {
    if (this.#isProbing || this.#clock() - this.#probedAt < BETWEEN_PROBES_MS) return;
    this.#isProbing = true;
    this.#probedAt = this.#clock();
    void this.#ask(question)
      .catch(() => undefined)
      .finally(() => {
        this.#isProbing = false;
      });
  }

  #leave(reason: string, error?: unknown): void {
    const now = this.#clock();
    this.#away ??= { since: now, reason };
    if (this.#isSaid || now - this.#saidAt < BETWEEN_LINES_MS) return;
    this.#isSaid = true;
    this.#saidAt = now;
    const { onProblem } = this.#options;
    onProblem(`The store ${this.place} is away: ${reason}. Its last answers are used until it is back.`, error);
  }

  #return(): void {
    const away = this.#away;
    this.#away = undefined;
    if (!away || !this.#isSaid) return;
    this.#isSaid = false;
    const seconds = Math.round((this.#clock() - away.since) / 1000);
    this.#options.onBack(`The store ${this.place} is back after ${String(seconds)} s.`);
  }
}

/** The copy of the last answer, if it is right. */
async function readCopy({ copies, name, object, isRight }: Question): Promise<{ readonly answer: Answer } | undefined> {
  const cachedObject = object === undefined ? undefined : await copies.read(object);
  const objectCopy = cachedObject && fromCopy(cachedObject);
  if (objectCopy?.answer) return objectCopy;
  const kept = await copies.read(name);
  const copy = kept && fromCopy(kept);
  return copy && isRight(copy.answer) ? copy : undefined;
}

/** A name that every file system allows, for any key. */
function getName(operation: 'get' | 'has' | 'list', of: string): string {
  return sha256Hex(Buffer.from(`${operation} ${of}`));
}

/**
 * A driver that keeps copies of what it read in a folder, so that the store may be away. A copy with the hash that the
 * reader expects stands for the object; every other answer comes from the store, and its copy is used while the store
 * is away or slow.
 */
export function cachedDriver(driver: StoreDriver, options: CacheOptions): CachedDriver {
  return new CopyingDriver(driver, options);
}

import { randomUUID } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import type { Content, StoreDriver } from '../../format/driver.ts';
import { DriverError, UnknownOutcomeError } from '../../format/driver.ts';
import { sha256Hex } from '../../format/integrity.ts';
import { isKey } from '../../format/keys.ts';
import { toBody, checkDone, isMissing, S3_LIMITS, S3Client } from './s3-client.ts';
import type { S3Answer, S3Limits, S3Request } from './s3-client.ts';
import { brokenAnswer, S3Failure } from './s3-failure.ts';
import type { S3Place, S3Settings } from './s3-settings.ts';
import { readXml } from './xml.ts';

/** Moments within a write, in order; tests end the process at each of them. */
export const S3_MOMENTS = ['sending', 'answered'] as const;
export type S3Moment = (typeof S3_MOMENTS)[number];

interface S3DriverOptions {
  /** Called at every moment within a write; for tests. */
  readonly onMoment?: ((moment: S3Moment) => void) | undefined;
  /** For tests that do not wait. */
  readonly limits?: S3Limits | undefined;
}

/** Which call created an object: it decides whether a request without an answer was carried out. */
const WRITER = 'x-amz-meta-writer';
/** Hash of an object's bytes: tells an answer that was damaged on its way from a damaged object. */
const SHA256 = 'x-amz-meta-sha256';
/** Object that shows whether the server creates only once and keeps metadata; no key begins with a dot. */
const PROBE = '.create-only';

/** The keys on a page of a list, and where the next page begins. @throws {S3Failure} unless it is whole. */
function readPage(answer: S3Answer): { readonly keys: readonly string[]; readonly next: string | undefined } {
  checkDone(answer);
  const texts = readXml(new TextDecoder().decode(answer.body));
  const of = (name: string) => texts?.get(`ListBucketResult/${name}`) ?? [];
  const keys = of('Contents/Key');
  const [isTruncated] = of('IsTruncated');
  const [count = String(keys.length)] = of('KeyCount');
  const [next] = of('NextContinuationToken');
  const isWhole = isTruncated === 'false' || (isTruncated === 'true' && next !== undefined && keys.length > 0);
  if (!isWhole || Number(count) !== keys.length) throw brokenAnswer('the server gave a list that is not whole');
  return { keys, next: isTruncated === 'true' ? next : undefined };
}

/** That no store can be on this server. */
function unfit(message: string, remedy: string): S3Failure {
  return new S3Failure(message, { isTemporary: false, mayBeDone: false, remedy });
}

class S3Driver implements StoreDriver {
  readonly place: string;
  readonly #prefix: string;
  readonly #client: S3Client;
  readonly #limits: S3Limits;
  readonly #onMoment: (moment: S3Moment) => void;
  #isFit: Promise<void> | undefined;

  constructor(
    settings: S3Settings,
    { bucket, prefix }: S3Place,
    { onMoment = () => {}, limits = S3_LIMITS }: S3DriverOptions,
  ) {
    this.place = `s3://${bucket}/${prefix}`.replace(/\/$/, '');
    this.#prefix = prefix;
    this.#client = new S3Client(settings, bucket, limits);
    this.#limits = limits;
    this.#onMoment = onMoment;
  }

  async get(key: string): Promise<Uint8Array | undefined> {
    const request = { method: 'GET', key: this.#getObject(key) } as const;
    let damaged: string | undefined;
    return this.#attempt('read', key, () =>
      this.#client.ask(request, (answer) => {
        if (isMissing(answer)) return undefined;
        checkDone(answer);
        const expected = answer.headers.get(SHA256);
        const found = sha256Hex(answer.body);
        // The same wrong bytes twice: not the way, but the object is damaged, and the store says what that means.
        if (expected === null || expected === found || damaged === found) return answer.body;
        damaged = found;
        throw brokenAnswer('the server gave other bytes than were written');
      }),
    );
  }

  /**
   * Reads one byte: the answer to a HEAD has no error document, so a missing bucket would look like a missing object.
   */
  async has(key: string): Promise<boolean> {
    const request = { method: 'GET', key: this.#getObject(key), headers: { range: 'bytes=0-0' } } as const;
    return this.#attempt('read', key, () =>
      this.#client.ask(request, (answer) => {
        if (isMissing(answer)) return false;
        // An empty object has no first byte.
        if (answer.status !== 416) checkDone(answer);
        return true;
      }),
    );
  }

  async list(prefix: string): Promise<readonly string[]> {
    if (prefix !== '') this.#getObject(prefix.replace(/\/$/, ''));
    const query = { 'list-type': '2', prefix: this.#prefix + prefix, 'max-keys': String(this.#limits.pageKeys) };
    return this.#attempt('read', prefix, async () => {
      const found = new Set<string>();
      for (let next: string | undefined = '', pages = 0; next !== undefined; pages += 1) {
        const request: S3Request = {
          method: 'GET',
          key: '',
          query: next === '' ? query : { ...query, 'continuation-token': next },
        };
        const page = await this.#client.ask(request, readPage);
        const before = found.size;
        for (const key of page.keys) found.add(key);
        if (pages > 0 && found.size === before) throw brokenAnswer('the server gives the same page of a list again');
        next = page.next;
      }
      return [...found].map((key) => key.slice(this.#prefix.length)).filter(isKey);
    });
  }

  async create(key: string, content: Content): Promise<'created' | 'exists'> {
    const object = this.#getObject(key);
    return this.#attempt('write', key, async () => {
      // A file's Blob stays open until it is collected, if the server answers before it is read to its end.
      if ('path' in content && (await this.has(key))) return 'exists';
      const body = 'path' in content ? { ...content, data: await openAsBlob(content.path) } : toBody(content);
      this.#isFit ??= this.#checkServer();
      await this.#isFit.catch((error: unknown) => {
        this.#isFit = undefined;
        // Of the object itself nothing is unknown: it was not sent.
        throw error instanceof UnknownOutcomeError ? error.cause : error;
      });
      this.#onMoment('sending');
      const result = await this.#createOnce(object, body);
      this.#onMoment('answered');
      return result;
    });
  }

  async remove(key: string): Promise<void> {
    const request = { method: 'DELETE', key: this.#getObject(key) } as const;
    await this.#attempt('write', key, () =>
      this.#client.ask(request, (answer) => {
        if (!isMissing(answer)) checkDone(answer);
      }),
    );
  }

  /**
   * Creates an object unless there is one. A request whose outcome is unknown (no answer, 500, 409) is decided by the
   * object: if it names this call as its writer, the request was carried out. All further requests of this call have
   * the same writer, so that a late one changes nothing.
   */
  async #createOnce(object: string, body: ReturnType<typeof toBody>): Promise<'created' | 'exists'> {
    const writer = randomUUID();
    const headers = { 'if-none-match': '*', [WRITER]: writer, [SHA256]: body.sha256 };
    const request: S3Request = { method: 'PUT', key: object, headers, body };
    let unknown: S3Failure | undefined;
    for (let tried = 1; ; tried += 1) {
      const failure = await this.#try(request);
      if (failure === undefined) return 'created';
      const exists = failure.details.code === 'PreconditionFailed';
      if (exists && !unknown) return 'exists';
      if (failure.details.mayBeDone) unknown = failure;
      if (!exists && !unknown && (!failure.details.isTemporary || tried >= this.#limits.tries)) throw failure;
      const found = unknown && (await this.#readWriter(object, unknown));
      if (found !== undefined) return found === writer ? 'created' : 'exists';
      if (unknown && (!failure.details.isTemporary || tried >= this.#limits.tries))
        throw new UnknownOutcomeError(this.#named(object), unknown);
      await this.#client.pause(tried);
    }
  }

  /** Sends a request once. @returns its failure. */
  async #try(request: S3Request): Promise<S3Failure | undefined> {
    try {
      checkDone(await this.#client.send(request));
      return undefined;
    } catch (error) {
      if (error instanceof S3Failure) return error;
      throw error;
    }
  }

  /** Who created an object; undefined if there is none. @throws {UnknownOutcomeError} if that cannot be read. */
  async #readWriter(object: string, unknown: S3Failure): Promise<string | undefined> {
    try {
      return await this.#client.ask({ method: 'HEAD', key: object }, (answer) => {
        if (answer.status === 404) return undefined;
        checkDone(answer);
        return answer.headers.get(WRITER) ?? 'somebody else';
      });
    } catch (error) {
      if (error instanceof S3Failure) throw new UnknownOutcomeError(this.#named(object), unknown);
      throw error;
    }
  }

  /**
   * Servers that ignore "If-None-Match: *" would overwrite releases, and without metadata a lost answer could not be
   * decided. @throws {S3Failure} on such a server.
   */
  async #checkServer(): Promise<void> {
    const body = toBody(new TextEncoder().encode('Shows that the server creates an object only once.\n'));
    const object = `${this.#prefix}${PROBE}`;
    const createsOnce =
      (await this.#createOnce(object, body)) === 'exists' || (await this.#createOnce(object, body)) === 'exists';
    if (!createsOnce)
      throw unfit(
        'the server overwrites objects in spite of "If-None-Match: *"',
        'Releases could be lost here. Use another server, or with Ceph a bucket without versions.',
      );
    const keepsMetadata = await this.#client.ask({ method: 'HEAD', key: object }, (answer) => {
      checkDone(answer);
      return answer.headers.has(WRITER) && answer.headers.get(SHA256) === body.sha256;
    });
    if (!keepsMetadata)
      throw unfit(
        `the server does not keep the metadata of objects (${WRITER}, ${SHA256})`,
        `Nobody could tell whose release it has created. Use another server, or remove ${this.#named(object)} if another program copied it there.`,
      );
  }

  #getObject(key: string): string {
    if (!isKey(key)) throw new RangeError(`"${key}" is not a key of a store`);
    return this.#prefix + key;
  }

  #named(object: string): string {
    return `${this.place}/${object.slice(this.#prefix.length)}`;
  }

  /** Runs an operation; tells its failure as a DriverError. */
  async #attempt<Value>(kind: 'read' | 'write', key: string, operation: () => Promise<Value>): Promise<Value> {
    try {
      return await operation();
    } catch (error) {
      if (error instanceof DriverError) throw error;
      throw new DriverError(
        kind,
        `${this.place}/${key}`,
        error,
        error instanceof S3Failure ? error.details.remedy : undefined,
      );
    }
  }
}

/** A store's driver on a bucket of S3, or of a server with the same interface. */
export function s3Driver(settings: S3Settings, place: S3Place, options: S3DriverOptions = {}): StoreDriver {
  return new S3Driver(settings, place, options);
}

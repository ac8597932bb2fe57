import { setTimeout as wait } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import { sha256Hex } from '../../format/integrity.ts';
import { findCode, getFailure, noAnswer, noCredentials, S3Failure } from './s3-failure.ts';
import type { S3Keys, S3Settings } from './s3-settings.ts';

/** A file's Blob is read from the disk anew whenever it is sent. */
interface S3Body {
  readonly data: Uint8Array<ArrayBuffer> | Blob;
  /** In bytes. */
  readonly size: number;
  /** In hex. */
  readonly sha256: string;
}

/** Bytes as a body; a copy, so that they can be sent again. */
export function toBody(bytes: Uint8Array): S3Body {
  return { data: new Uint8Array(bytes), size: bytes.length, sha256: sha256Hex(bytes) };
}

const NO_BODY = toBody(new Uint8Array());

export interface S3Request {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'DELETE';
  /** Key of an object; empty for the bucket itself. */
  readonly key: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: S3Body;
}

export interface S3Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Uint8Array;
}

/** Time limits, and how often a request is tried. */
export interface S3Limits {
  /** A server that sends nothing for this time gives no answer, in milliseconds. */
  readonly silenceMs: number;
  readonly tries: number;
  /** Pause before the second try, in milliseconds; it doubles with each try. */
  readonly pauseMs: number;
  /** Keys on a page of a list; a server may give fewer. */
  readonly pageKeys: number;
}

export const S3_LIMITS: S3Limits = { silenceMs: 10_000, tries: 5, pauseMs: 100, pageKeys: 1000 };

/** A body gets this time for each byte beside the limit, in milliseconds: 100 kB a second. */
const MS_PER_BYTE = 0.01;

/** A time as signatures have it: "20260131T235959Z". */
const signingDate = (at: number) => new Date(at).toISOString().replace(/[:-]|\.\d{3}/g, '');

/** Sends signed requests to one bucket. */
export class S3Client {
  readonly #settings: S3Settings;
  readonly #address: string;
  readonly #limits: S3Limits;
  /** Keys derived from the secret, by day. */
  readonly #signingKeys = new Map<string, ArrayBuffer>();
  /** Gives the credentials of this machine's role, and new ones five minutes before they end. */
  #role: Promise<() => Promise<S3Keys>> | undefined;
  /** How far the server's clock is ahead. */
  #clockOffsetMs = 0;

  constructor(settings: S3Settings, bucket: string, limits: S3Limits) {
    this.#settings = settings;
    this.#address = `${settings.endpoint}/${bucket}`;
    this.#limits = limits;
  }

  /**
   * Sends a request once; once more if the server refuses it because the clocks differ: then all requests are signed by
   * the server's clock, because a wrong clock must not prevent a rollback. @throws {S3Failure} without a whole answer.
   */
  async send(request: S3Request): Promise<S3Answer> {
    const sentAt = Date.now();
    const answer = await this.#exchange(request);
    if (answer.status !== 403 || findCode(answer.body) !== 'RequestTimeTooSkewed') return answer;
    const serverClock = Date.parse(answer.headers.get('date') ?? '');
    if (Number.isNaN(serverClock)) return answer;
    this.#clockOffsetMs = serverClock - sentAt;
    return this.#exchange(request);
  }

  /** @throws {S3Failure} where there are none */
  async #keys(): Promise<S3Keys> {
    const { keys, region } = this.#settings;
    if (keys) return keys;
    try {
      // Loaded only here, because it is large, and most stores need none of it.
      this.#role ??= import('@aws-sdk/credential-provider-node').then(({ defaultProvider }) =>
        defaultProvider({ clientConfig: { region } }),
      );
      return await (
        await this.#role
      )();
    } catch (error) {
      throw noCredentials(error);
    }
  }

  async #exchange(request: S3Request): Promise<S3Answer> {
    const keys = await this.#keys();
    const { silenceMs } = this.#limits;
    const limitMs = silenceMs + (request.body?.size ?? 0) * MS_PER_BYTE;
    const ending = new AbortController();
    const timer = setTimeout(() => {
      ending.abort(new Error(`nothing for ${String(Math.ceil(limitMs / 1000))} s`));
    }, limitMs);
    try {
      const answer = await fetch(await this.#sign(request, keys), { redirect: 'manual', signal: ending.signal });
      const chunks: Uint8Array[] = [];
      const beganAt = performance.now();
      let received = 0;
      const reader: ReadableStreamDefaultReader<Uint8Array> | undefined = answer.body?.getReader();
      for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
        timer.refresh();
        chunks.push(part.value);
        received += part.value.length;
        if (performance.now() - beganAt > silenceMs + received * MS_PER_BYTE) ending.abort(new Error('it is too slow'));
      }
      return { status: answer.status, headers: answer.headers, body: Buffer.concat(chunks) };
    } catch (error) {
      throw noAnswer(error);
    } finally {
      clearTimeout(timer);
    }
  }

  /**
   * Sends a request that may be sent again, until `read` accepts an answer. @throws {S3Failure} for the last answer;
   * `read` throws one for an answer that is wrong.
   */
  async ask<Value>(request: S3Request, read: (answer: S3Answer) => Value): Promise<Value> {
    for (let tried = 1; ; tried += 1) {
      try {
        return read(await this.send(request));
      } catch (error) {
        if (!(error instanceof S3Failure) || !error.details.isTemporary || tried >= this.#limits.tries) throw error;
        await this.pause(tried);
      }
    }
  }

  /** Waits before the next try; a random time, so that clients that failed together do not come back together. */
  async pause(tried: number): Promise<void> {
    await wait(this.#limits.pauseMs * 2 ** (tried - 1) * (0.5 + Math.random()));
  }

  async #sign(
    { method, key, query = {}, headers = {}, body }: S3Request,
    { accessKeyId, secretAccessKey, sessionToken }: S3Keys,
  ): Promise<Request> {
    const url = new URL(key === '' ? this.#address : `${this.#address}/${key}`);
    url.search = new URLSearchParams(query).toString();
    const signed = await new AwsV4Signer({
      method,
      url: url.href,
      headers: { ...headers, 'x-amz-content-sha256': (body ?? NO_BODY).sha256 },
      accessKeyId,
      secretAccessKey,
      ...(sessionToken !== undefined && { sessionToken }),
      service: 's3',
      region: this.#settings.region,
      cache: this.#signingKeys,
      datetime: signingDate(Date.now() + this.#clockOffsetMs),
    }).sign();
    // Not signed: proxies may change it.
    signed.headers.set('accept-encoding', 'identity');
    return new Request(signed.url, { method, headers: signed.headers, ...(body && { body: body.data }) });
  }
}

/** @throws {S3Failure} unless the server carried out the request. */
export function checkDone({ status, body }: S3Answer): void {
  if (status < 200 || status > 299) throw getFailure(status, body);
}

/** Whether there is no such object; a 404 of something else, such as of the bucket, is a failure. */
export function isMissing({ status, body }: S3Answer): boolean {
  return status === 404 && findCode(body) === 'NoSuchKey';
}

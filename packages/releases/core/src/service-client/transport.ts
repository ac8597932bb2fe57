import { connectionError, isBroken } from './connection-errors.ts';
import type { Prover } from './proof-key.ts';

/**
 * How long the service may take, in milliseconds: a change waits ten seconds for the web servers, an upload may be
 * large.
 */
const LIMITS_MS = { read: 30_000, change: 60_000, upload: 300_000 } as const;

export interface Sent {
  readonly method: 'GET' | 'POST' | 'PUT';
  /** With its query: "/objects?prefix=releases%2F". */
  readonly path: string;
  /** `read` changes nothing, `upload` may be repeated, `change` may not. */
  readonly kind: keyof typeof LIMITS_MS;
  readonly body?: string | Uint8Array | undefined;
  /** Media type of the body. */
  readonly type?: string | undefined;
  readonly accessToken: string | undefined;
  /** Asked by anybody, so without a proof. */
  readonly isOpen?: boolean | undefined;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array;
}

export const formatText = ({ bytes }: Answer): string => new TextDecoder().decode(bytes);

/** Sends requests with proofs (RFC 9449) and the nonces that the service asks for. */
export class Transport {
  readonly #service: string;
  readonly #findProver: () => Promise<Prover>;
  #prover: Promise<Prover> | undefined;
  #nonce: string | undefined;

  constructor(service: string, findProver: () => Promise<Prover>) {
    this.#service = service;
    this.#findProver = findProver;
  }

  /** @throws {ServiceError} if there is no answer. */
  async send(sent: Sent): Promise<Answer> {
    const before = this.#nonce;
    const answer = await this.#sendAgain(sent);
    if (this.#nonce === before || (answer.status !== 401 && answer.status !== 400)) return answer;
    const asksForNonce = `${answer.headers.get('www-authenticate') ?? ''} ${formatText(answer)}`.includes(
      'use_dpop_nonce',
    );
    return asksForNonce ? this.#sendAgain(sent) : answer;
  }

  /** A connection that was kept may have been closed meanwhile: what may be repeated is sent once more. */
  async #sendAgain(sent: Sent): Promise<Answer> {
    const isChange = sent.kind === 'change';
    try {
      return await this.#sendOnce(sent);
    } catch (error) {
      if (isChange || !isBroken(error)) throw connectionError(this.#service, isChange, error);
    }
    try {
      return await this.#sendOnce(sent);
    } catch (error) {
      throw connectionError(this.#service, isChange, error);
    }
  }

  async #sendOnce({ method, path, kind, body, type, accessToken, isOpen = false }: Sent): Promise<Answer> {
    const url = `${this.#service}${path}`;
    const proven = { method, url: url.replace(/[?#].*$/, ''), nonce: this.#nonce, accessToken };
    const proof = isOpen ? {} : { dpop: await (await (this.#prover ??= this.#findProver())).prove(proven) };
    const response = await fetch(url, {
      method,
      headers: {
        ...proof,
        ...(accessToken !== undefined && { authorization: `DPoP ${accessToken}` }),
        ...(type !== undefined && { 'content-type': type }),
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : Buffer.from(body) }),
      redirect: 'error',
      signal: AbortSignal.timeout(LIMITS_MS[kind]),
    });
    this.#nonce = response.headers.get('dpop-nonce') ?? this.#nonce;
    return { status: response.status, headers: response.headers, bytes: new Uint8Array(await response.arrayBuffer()) };
  }
}

import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { ID_TOKEN, TOKEN_EXCHANGE } from '@portal/release/service-api/token';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import type { CryptoKey, JWK, JWTPayload } from 'jose';

interface Keys {
  readonly privateKey: CryptoKey;
  readonly jwk: JWK;
}

/** A request of a test. `body` is sent as JSON unless it is bytes or a form. */
export interface TestRequest {
  readonly body?: object | Uint8Array | URLSearchParams | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  /** Changes the claims of the proof. */
  readonly proof?: JWTPayload;
}

/** An answer with its parsed body. */
export interface TestAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Record<string, unknown>;
}

/** A copy of bytes, because a browser's types of `fetch` take no shared memory. */
function bytesOrText(body: object): Uint8Array<ArrayBuffer> | URLSearchParams | string {
  if (body instanceof Uint8Array) return new Uint8Array(body);
  return body instanceof URLSearchParams ? body : JSON.stringify(body);
}

/** For tests: a client of the service that proves its key with each request, and can do it wrongly. */
export class ProofClient {
  readonly origin: string;
  readonly #keys: Keys;
  nonce: string | undefined;
  accessToken = '';

  private constructor(origin: string, keys: Keys) {
    this.origin = origin;
    this.#keys = keys;
  }

  static async make(origin: string): Promise<ProofClient> {
    const { privateKey, publicKey } = await generateKeyPair('ES256');
    return new ProofClient(origin, { privateKey, jwk: await exportJWK(publicKey) });
  }

  /** Exchanges a token, and uses what it gets from then on. */
  async signIn(subjectToken: string): Promise<TestAnswer> {
    const answer = await this.exchange(subjectToken);
    if (typeof answer.body['access_token'] === 'string') this.accessToken = answer.body['access_token'];
    return answer;
  }

  exchange(subjectToken: string, changes: Readonly<Record<string, string>> = {}): Promise<TestAnswer> {
    const form = { grant_type: TOKEN_EXCHANGE, subject_token: subjectToken, subject_token_type: ID_TOKEN, ...changes };
    return this.send('POST', '/token', { body: new URLSearchParams(form) });
  }

  /** Sends a request with a proof; once more if the service asks for its nonce. */
  async send(method: string, path: string, request: TestRequest = {}): Promise<TestAnswer> {
    const before = this.nonce;
    const answer = await this.sendOnce(method, path, request);
    const asksForNonce =
      answer.body['error'] === 'use_dpop_nonce' || /use_dpop_nonce/.test(answer.headers.get('www-authenticate') ?? '');
    return asksForNonce && this.nonce !== before ? this.sendOnce(method, path, request) : answer;
  }

  /** Sends JSON that is held back until `meanwhile` has happened, as a hostile sender does. @returns the status */
  async sendHeld(path: string, body: object, meanwhile: () => Promise<unknown>): Promise<number | undefined> {
    await this.send('GET', '/identity');
    const bytes = Buffer.from(JSON.stringify(body));
    const sender = httpRequest(`${this.origin}${path}`, {
      method: 'POST',
      headers: {
        authorization: `DPoP ${this.accessToken}`,
        dpop: await this.proof('POST', path),
        'content-type': 'application/json',
        'content-length': bytes.length,
        // The server answers it once it has taken the head of the request.
        expect: '100-continue',
      },
    });
    const answered = once(sender, 'response') as Promise<[IncomingMessage]>;
    sender.flushHeaders();
    await once(sender, 'continue');
    // Answered after the head of the first request was checked.
    await this.send('GET', '/identity');
    await meanwhile();
    sender.end(bytes);
    const [answer] = await answered;
    answer.resume();
    return answer.statusCode;
  }

  async sendOnce(method: string, path: string, { body, headers, proof }: TestRequest = {}): Promise<TestAnswer> {
    const isRaw = body === undefined || body instanceof Uint8Array || body instanceof URLSearchParams;
    const response = await fetch(`${this.origin}${path}`, {
      method,
      redirect: 'error',
      headers: {
        ...(this.accessToken !== '' && path !== '/token' && { authorization: `DPoP ${this.accessToken}` }),
        dpop: await this.proof(method, path, proof),
        ...(!isRaw && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: bytesOrText(body) }),
    });
    this.nonce = response.headers.get('dpop-nonce') ?? this.nonce;
    const isJson = /json/.test(response.headers.get('content-type') ?? '');
    const parsed: unknown = isJson ? await response.json() : { text: await response.text() };
    return { status: response.status, headers: response.headers, body: parsed as Record<string, unknown> };
  }

  /** A proof for a request. */
  async proof(method: string, path: string, changes: JWTPayload = {}): Promise<string> {
    const hash =
      this.accessToken !== '' && path !== '/token' && createHash('sha256').update(this.accessToken).digest('base64url');
    return new SignJWT({
      jti: randomUUID(),
      htm: method,
      htu: `${this.origin}${path.split('?')[0] ?? ''}`,
      iat: Math.floor(Date.now() / 1000),
      ...(hash !== false && { ath: hash }),
      ...(this.nonce !== undefined && { nonce: this.nonce }),
      ...changes,
    })
      .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk: this.#keys.jwk })
      .sign(this.#keys.privateKey);
  }
}
